package dev.elasticjob.spring;

/** Bean that delays the start of jobs after the context has started, and calls {@link JobsLifecycle#startJobs()} when they may start. */
@FunctionalInterface
public interface JobStart {

    boolean mayStart();
}
