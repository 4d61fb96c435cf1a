/** Parsers of settings. */
package com.dangdang.ddframe.job.util.config;
