/** A package that {@code @ElasticJobScan} searches. */
package dev.elasticjob.spring.scanned;
