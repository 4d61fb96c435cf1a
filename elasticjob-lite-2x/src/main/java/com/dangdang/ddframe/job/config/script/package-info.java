/** Configuration of script jobs. */
package com.dangdang.ddframe.job.config.script;
