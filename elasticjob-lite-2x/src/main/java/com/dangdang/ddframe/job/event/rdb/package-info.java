/** Events in a relational database. */
package com.dangdang.ddframe.job.event.rdb;
