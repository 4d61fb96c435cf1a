/** A Spring Boot application with a scheduled job, a job on database rows, and a job requested over HTTP. */
package dev.elasticjob.examples.boot;
