package dev.elasticjob.threads;

import dev.elasticjob.spi.JobExecutorThreadPoolSizeProvider;

/** Thread pool size of type {@code CPU}, the default: two threads per core. */
public final class CPUUsageJobExecutorThreadPoolSizeProvider implements JobExecutorThreadPoolSizeProvider {

    @Override
    public int getSize() {
        return Runtime.getRuntime().availableProcessors() * 2;
    }

    @Override
    public String getType() {
        return "CPU";
    }
}
