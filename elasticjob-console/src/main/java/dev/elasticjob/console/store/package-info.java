/** Files of the data directory: written whole or not at all, secrets sealed. */
package dev.elasticjob.console.store;
