package dev.elasticjob.benchmarks.worker;

/**
 * A job as both engines know it.
 *
 * @param cron empty for a one-off job
 */
record JobSpec(String name, int items, String cron, boolean monitor, boolean failover, boolean misfire) {}
