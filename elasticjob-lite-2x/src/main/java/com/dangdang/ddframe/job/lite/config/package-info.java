/** Configuration of jobs that run in Elastic-Job-Lite 2.x. */
package com.dangdang.ddframe.job.lite.config;
