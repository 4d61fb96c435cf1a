/** Digests. */
package com.dangdang.ddframe.job.util.digest;
