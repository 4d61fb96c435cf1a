/**
 * The program that both engines are measured in: the same protocol, the same job code and the same clock, with one engine or
 * the other behind {@link dev.elasticjob.benchmarks.worker.Engine}. Needs nothing but the engine's own libraries.
 */
package dev.elasticjob.benchmarks.worker;
