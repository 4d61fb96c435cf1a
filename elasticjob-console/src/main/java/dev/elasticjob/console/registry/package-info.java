/** The known registries, their connections, and notifications of changes. */
package dev.elasticjob.console.registry;
