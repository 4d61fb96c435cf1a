/** The kinds of jobs that come with the engine, and how the executor of a job is found. */
package dev.elasticjob.type;
