/** Access to the registry in Elastic-Job-Lite 2.x. */
package com.dangdang.ddframe.job.reg.base;
