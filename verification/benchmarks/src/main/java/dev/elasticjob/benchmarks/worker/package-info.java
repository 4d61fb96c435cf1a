/**
 * The program in which both engines are measured: the same protocol, job code and clock, with either engine behind
 * {@link dev.elasticjob.benchmarks.worker.Engine}. It depends only on the libraries of the engine.
 */
package dev.elasticjob.benchmarks.worker;
