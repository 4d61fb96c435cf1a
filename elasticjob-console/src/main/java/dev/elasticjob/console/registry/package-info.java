/** The registries that are known, their connections, and what changes in them. */
package dev.elasticjob.console.registry;
