package dev.elasticjob.threads;

import dev.elasticjob.spi.JobExecutorThreadPoolSizeProvider;

/** {@code SINGLE_THREAD}: one item after the other. */
public final class SingleThreadJobExecutorThreadPoolSizeProvider implements JobExecutorThreadPoolSizeProvider {

    @Override
    public int getSize() {
        return 1;
    }

    @Override
    public String getType() {
        return "SINGLE_THREAD";
    }
}
