package dev.elasticjob.api;

import dev.elasticjob.spi.JobErrorHandler;
import dev.elasticjob.spi.JobExecutorThreadPoolSizeProvider;
import dev.elasticjob.spi.JobInstance;
import dev.elasticjob.spi.JobShardingStrategy;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** One extension of each kind, so that there are types to select; none is ever called. */
public final class TestExtensions {

    private TestExtensions() {}

    /** Extension of type {@code TEST_STRATEGY}. */
    public static final class Strategy implements JobShardingStrategy {

        @Override
        public Map<JobInstance, List<Integer>> sharding(List<JobInstance> instances, String jobName, int total) {
            return Map.of();
        }

        @Override
        public String getType() {
            return "TEST_STRATEGY";
        }
    }

    /** Extension of type {@code TEST_THREADS}. */
    public static final class Threads implements JobExecutorThreadPoolSizeProvider {

        @Override
        public int getSize() {
            return 1;
        }

        @Override
        public String getType() {
            return "TEST_THREADS";
        }
    }

    /** Extension of type {@code TEST_HANDLER}. */
    public static final class Handler implements JobErrorHandler {

        @Override
        public void init(Properties props) {
            // No properties are needed.
        }

        @Override
        public void handleException(String jobName, Throwable cause) {
            throw new AssertionError("nothing runs here", cause);
        }

        @Override
        public String getType() {
            return "TEST_HANDLER";
        }
    }

    /** Extension of type {@code FIRST}. */
    public static final class FirstListener extends Listener {

        @Override
        public String getType() {
            return "FIRST";
        }
    }

    /** Extension of type {@code SECOND}. */
    public static final class SecondListener extends Listener {

        @Override
        public String getType() {
            return "SECOND";
        }
    }

    private abstract static class Listener implements ElasticJobListener {

        @Override
        public void beforeJobExecuted(ShardingContexts shardingContexts) {
            throw new AssertionError("nothing runs here");
        }

        @Override
        public void afterJobExecuted(ShardingContexts shardingContexts) {
            throw new AssertionError("nothing runs here");
        }
    }
}
