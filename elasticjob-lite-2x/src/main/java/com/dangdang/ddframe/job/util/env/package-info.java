/** Address, name and time of this host. */
package com.dangdang.ddframe.job.util.env;
