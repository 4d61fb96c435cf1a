/** Records of a trial: the runs as written by the jobs, and the actions on processes and registry. */
package dev.elasticjob.chaos.record;
