/** Handlers of exceptions and thread pools. */
package com.dangdang.ddframe.job.executor.handler;
