/** The default handlers. */
package com.dangdang.ddframe.job.executor.handler.impl;
