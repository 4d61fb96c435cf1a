/** Threads. */
package com.dangdang.ddframe.job.util.concurrent;
