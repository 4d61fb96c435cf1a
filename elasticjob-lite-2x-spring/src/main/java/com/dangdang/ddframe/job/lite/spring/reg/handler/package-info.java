/** The XML namespace of registries. */
package com.dangdang.ddframe.job.lite.spring.reg.handler;
