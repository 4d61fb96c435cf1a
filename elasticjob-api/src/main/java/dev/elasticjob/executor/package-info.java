/** Extension points for additional kinds of jobs. */
package dev.elasticjob.executor;
