/** The kinds of events. */
package com.dangdang.ddframe.job.event.type;
