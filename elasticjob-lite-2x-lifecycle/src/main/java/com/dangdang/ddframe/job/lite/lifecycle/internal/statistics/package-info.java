/** Views of jobs, servers and items. */
package com.dangdang.ddframe.job.lite.lifecycle.internal.statistics;
