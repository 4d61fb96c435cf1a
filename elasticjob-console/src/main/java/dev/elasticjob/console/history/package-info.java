/** The databases from which history is read. */
package dev.elasticjob.console.history;
