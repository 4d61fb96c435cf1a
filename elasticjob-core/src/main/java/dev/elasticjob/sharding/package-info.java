/** The strategies that decide which instance owns which item. */
package dev.elasticjob.sharding;
