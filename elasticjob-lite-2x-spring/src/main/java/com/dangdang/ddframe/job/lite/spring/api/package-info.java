/** How Spring applications start jobs of Elastic-Job-Lite 2.x. */
package com.dangdang.ddframe.job.lite.spring.api;
