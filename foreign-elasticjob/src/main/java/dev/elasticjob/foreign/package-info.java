/** ElasticJob 3.0.4 as a process: it does what it is told line by line on its standard input, and ends with it. */
package dev.elasticjob.foreign;
