/** Files of the data directory: atomic writes and sealed secrets. */
package dev.elasticjob.console.store;
