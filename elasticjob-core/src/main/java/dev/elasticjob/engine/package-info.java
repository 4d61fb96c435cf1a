/** What a job decides on one instance: pure, without threads, clock or I/O. {@link JobEngine} describes the algorithm. */
package dev.elasticjob.engine;
