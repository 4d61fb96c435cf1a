/** The command: options, trials, and the table that is printed. */
package dev.elasticjob.chaos;
