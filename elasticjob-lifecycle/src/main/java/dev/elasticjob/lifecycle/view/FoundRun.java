package dev.elasticjob.lifecycle.view;

/** The current or last run of an item, found by its run id. */
public record FoundRun(String jobName, int item, RunView run) {}
