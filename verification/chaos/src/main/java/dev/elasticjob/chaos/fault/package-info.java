/** Faults and their schedule, both derived from a seed. */
package dev.elasticjob.chaos.fault;
