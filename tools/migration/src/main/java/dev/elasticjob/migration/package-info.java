/**
 * Renames ElasticJob's names in the sources of its users, and lists the remaining work. It does not depend on other
 * packages.
 */
package dev.elasticjob.migration;
