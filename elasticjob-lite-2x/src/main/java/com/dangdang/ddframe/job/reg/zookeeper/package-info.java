/** The registry on ZooKeeper. */
package com.dangdang.ddframe.job.reg.zookeeper;
