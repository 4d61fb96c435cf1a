/**
 * Registry in memory, for tests of jobs and for single processes, with fault injection. {@link dev.elasticjob.registry.memory.MemoryTree}
 * is its core and is also used by the simulator.
 */
package dev.elasticjob.registry.memory;
