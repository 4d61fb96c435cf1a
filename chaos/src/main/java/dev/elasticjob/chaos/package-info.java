/** The command: options, what it runs, and the table it prints. */
package dev.elasticjob.chaos;
