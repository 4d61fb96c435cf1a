/** The databases that history is read from. */
package dev.elasticjob.console.history;
