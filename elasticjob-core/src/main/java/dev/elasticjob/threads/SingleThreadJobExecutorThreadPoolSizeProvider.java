package dev.elasticjob.threads;

import dev.elasticjob.spi.JobExecutorThreadPoolSizeProvider;

/** Thread pool size of type {@code SINGLE_THREAD}: one thread, so that items run one after the other. */
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
