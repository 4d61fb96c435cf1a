/** Access to objects behind proxies. */
package com.dangdang.ddframe.job.lite.spring.job.util;
