package dev.elasticjob.examples;

import dev.elasticjob.spi.JobExecutorThreadPoolSizeProvider;

/** {@code TWO}: listed in {@code META-INF/services/dev.elasticjob.spi.JobExecutorThreadPoolSizeProvider}. */
public final class TwoAtOnce implements JobExecutorThreadPoolSizeProvider {

    @Override
    public int getSize() {
        return 2;
    }

    @Override
    public String getType() {
        return "TWO";
    }
}
