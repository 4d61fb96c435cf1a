/** Settings of jobs. */
package com.dangdang.ddframe.job.lite.lifecycle.internal.settings;
