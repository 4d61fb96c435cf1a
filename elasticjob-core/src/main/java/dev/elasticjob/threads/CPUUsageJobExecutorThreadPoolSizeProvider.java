package dev.elasticjob.threads;

import dev.elasticjob.spi.JobExecutorThreadPoolSizeProvider;

/** {@code CPU}, the default: twice as many as there are cores. */
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
