/** What a cluster of instances must do on any registry: one abstract test, and what it is made of. */
package dev.elasticjob.test.cluster;
