/** An application in Spring Boot with a job by cron, a job of rows, and one that is asked for over HTTP. */
package dev.elasticjob.examples.boot;
