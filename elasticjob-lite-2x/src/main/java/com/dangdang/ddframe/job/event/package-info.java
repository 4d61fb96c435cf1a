/** Events of jobs in Elastic-Job-Lite 2.x. */
package com.dangdang.ddframe.job.event;
