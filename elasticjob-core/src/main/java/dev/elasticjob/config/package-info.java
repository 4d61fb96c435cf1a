/** The {@code config} node of a job: read, written, compared, and shown without its secrets. */
package dev.elasticjob.config;
