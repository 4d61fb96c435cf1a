package dev.elasticjob.spring;

/** A bean that holds jobs back after the context is up, and calls {@link JobsLifecycle#startJobs()} when they may start. */
@FunctionalInterface
public interface JobStart {

    boolean mayStart();
}
