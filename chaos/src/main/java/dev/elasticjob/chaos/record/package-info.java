/** What happened: the runs as the jobs wrote them down, and what was done to processes and registry meanwhile. */
package dev.elasticjob.chaos.record;
