/** Required behaviour of a cluster of instances on any registry, as abstract tests with their helper classes. */
package dev.elasticjob.test.cluster;
