/** Arguments of listeners in Elastic-Job-Lite 2.x. */
package com.dangdang.ddframe.job.executor;
