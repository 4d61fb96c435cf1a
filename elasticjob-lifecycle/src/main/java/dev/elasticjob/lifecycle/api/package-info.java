/** The documented operations API: queries and operations on jobs, servers and items. */
package dev.elasticjob.lifecycle.api;
