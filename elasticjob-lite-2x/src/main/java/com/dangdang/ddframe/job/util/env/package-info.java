/** The host. */
package com.dangdang.ddframe.job.util.env;
