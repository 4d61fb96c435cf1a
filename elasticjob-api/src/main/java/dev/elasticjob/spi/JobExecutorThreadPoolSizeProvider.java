package dev.elasticjob.spi;

/** Determines how many items of a job one instance runs at the same time. */
public interface JobExecutorThreadPoolSizeProvider extends TypedSPI {

    /** Returns the number of threads, at least 1. */
    int getSize();
}
