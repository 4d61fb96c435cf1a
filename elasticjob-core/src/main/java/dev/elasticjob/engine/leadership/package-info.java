/** What the leader decides: epochs, and the cleaning up of the registry. */
package dev.elasticjob.engine.leadership;
