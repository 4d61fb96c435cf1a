package dev.elasticjob.spi;

/** Decides how many items of a job one instance runs at the same time. */
public interface JobExecutorThreadPoolSizeProvider extends TypedSPI {

    /** At least 1. */
    int getSize();
}
