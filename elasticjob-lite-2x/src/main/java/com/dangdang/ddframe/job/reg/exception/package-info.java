/** Exceptions of the registry. */
package com.dangdang.ddframe.job.reg.exception;
