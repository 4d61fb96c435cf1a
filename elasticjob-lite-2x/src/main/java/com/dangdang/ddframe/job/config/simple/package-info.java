/** Configuration of simple jobs. */
package com.dangdang.ddframe.job.config.simple;
