/** Built-in kinds of jobs, and the lookup of executors. */
package dev.elasticjob.type;
