/** Thread pools and pauses. */
package com.dangdang.ddframe.job.util.concurrent;
