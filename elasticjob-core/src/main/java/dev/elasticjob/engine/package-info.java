/** What a job decides on one instance: pure, without threads, clock or I/O. {@code JobMachine} tells how it goes together. */
package dev.elasticjob.engine;
