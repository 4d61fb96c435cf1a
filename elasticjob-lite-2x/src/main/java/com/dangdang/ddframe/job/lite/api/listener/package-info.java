/** Listeners of jobs. */
package com.dangdang.ddframe.job.lite.api.listener;
