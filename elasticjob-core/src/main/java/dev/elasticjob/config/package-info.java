/** The {@code config} node of a job: reading, writing, comparing, and displaying it without secrets. */
package dev.elasticjob.config;
