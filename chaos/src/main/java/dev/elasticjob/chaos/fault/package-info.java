/** What goes wrong, and when: all of it follows from a seed. */
package dev.elasticjob.chaos.fault;
