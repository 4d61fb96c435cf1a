/** The XML namespace of jobs. */
package com.dangdang.ddframe.job.lite.spring.job.handler;
