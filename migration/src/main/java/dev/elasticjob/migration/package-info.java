/** Renames what users of ElasticJob have in their sources, and says what is left to do by hand. It knows no other package. */
package dev.elasticjob.migration;
