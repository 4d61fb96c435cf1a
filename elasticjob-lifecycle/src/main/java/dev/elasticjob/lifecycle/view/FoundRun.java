package dev.elasticjob.lifecycle.view;

/** An item's current or last run, among those of all jobs. */
public record FoundRun(String jobName, int item, RunView run) {}
