/** Extension points for further kinds of jobs. */
package dev.elasticjob.executor;
