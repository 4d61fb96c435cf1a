/** Entry points for applications that start jobs with Elastic-Job-Lite 2.x. */
package com.dangdang.ddframe.job.lite.api;
