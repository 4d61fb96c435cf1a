/** Configuration of dataflow jobs. */
package com.dangdang.ddframe.job.config.dataflow;
