/** Script jobs of Elastic-Job-Lite 2.x. */
package com.dangdang.ddframe.job.api.script;
