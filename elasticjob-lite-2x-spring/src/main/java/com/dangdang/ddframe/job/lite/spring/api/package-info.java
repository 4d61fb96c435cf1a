/** Entry points for Spring applications with jobs of Elastic-Job-Lite 2.x. */
package com.dangdang.ddframe.job.lite.spring.api;
