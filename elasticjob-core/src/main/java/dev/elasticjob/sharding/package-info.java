/** Strategies that determine which instance owns which item. */
package dev.elasticjob.sharding;
