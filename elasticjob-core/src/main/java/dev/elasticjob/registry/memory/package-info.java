/**
 * A registry in memory: for tests of jobs and for a single process, with faults on demand. {@link
 * dev.elasticjob.registry.memory.MemoryTree} is its heart, and the simulator's.
 */
package dev.elasticjob.registry.memory;
