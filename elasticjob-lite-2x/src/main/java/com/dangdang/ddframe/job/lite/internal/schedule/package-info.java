/** Internal classes of 2.x that applications use. */
package com.dangdang.ddframe.job.lite.internal.schedule;
