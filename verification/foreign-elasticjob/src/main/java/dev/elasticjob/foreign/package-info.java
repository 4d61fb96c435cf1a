/**
 * ElasticJob 3.0.4 as a process. It executes one command per line of its standard input and exits when the input is
 * closed.
 */
package dev.elasticjob.foreign;
