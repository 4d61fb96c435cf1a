package dev.elasticjob.benchmarks.worker;

/**
 * Job settings that both engines support.
 *
 * @param cron cron expression; empty for a one-off job
 */
record JobSpec(String name, int items, String cron, boolean monitor, boolean failover, boolean misfire) {}
