package dev.elasticjob.scheduler;

import dev.elasticjob.api.AbstractDistributeOnceElasticJobListener;
import dev.elasticjob.api.ElasticJobListener;
import dev.elasticjob.api.ShardingContexts;
import dev.elasticjob.sharding.AverageAllocationJobShardingStrategy;
import dev.elasticjob.spi.JobErrorHandler;
import dev.elasticjob.spi.JobExecutorThreadPoolSizeProvider;
import dev.elasticjob.spi.JobInstance;
import dev.elasticjob.spi.JobShardingStrategy;
import dev.elasticjob.tracing.JobEvent;
import dev.elasticjob.tracing.TracingListener;
import dev.elasticjob.tracing.TracingListenerFactory;
import dev.elasticjob.tracing.TracingMetrics;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** One extension of each kind that the scheduler calls. Each call is named after its interface and method. */
public final class FaultyExtensions {

    static final String TYPE = "FAULTY";

    private FaultyExtensions() {}

    private static void at(Class<?> kind, String method) {
        Faults.current().at(kind.getSimpleName() + "." + method);
    }

    public static final class Listener implements ElasticJobListener {
        @Override
        public void beforeJobExecuted(ShardingContexts contexts) {
            at(ElasticJobListener.class, "beforeJobExecuted");
        }

        @Override
        public void afterJobExecuted(ShardingContexts contexts) {
            at(ElasticJobListener.class, "afterJobExecuted");
        }

        @Override
        public int order() {
            at(ElasticJobListener.class, "order");
            return 1;
        }

        @Override
        public String getType() {
            return TYPE;
        }
    }

    public static final class Once extends AbstractDistributeOnceElasticJobListener {
        static final String TYPE = "FAULTY_ONCE";

        public Once() {
            super(20_000, 20_000);
        }

        @Override
        public void doBeforeJobExecutedAtLastStarted(ShardingContexts contexts) {
            at(AbstractDistributeOnceElasticJobListener.class, "doBeforeJobExecutedAtLastStarted");
        }

        @Override
        public void doAfterJobExecutedAtLastCompleted(ShardingContexts contexts) {
            at(AbstractDistributeOnceElasticJobListener.class, "doAfterJobExecutedAtLastCompleted");
        }

        @Override
        public String getType() {
            return TYPE;
        }
    }

    public static final class ErrorHandler implements JobErrorHandler {
        @Override
        public void init(Properties props) {
            at(JobErrorHandler.class, "init");
        }

        @Override
        public void handleException(String jobName, Throwable cause) {
            at(JobErrorHandler.class, "handleException");
        }

        @Override
        public void close() {
            at(JobErrorHandler.class, "close");
        }

        @Override
        public String getType() {
            return TYPE;
        }
    }

    public static final class PoolSize implements JobExecutorThreadPoolSizeProvider {
        @Override
        public int getSize() {
            at(JobExecutorThreadPoolSizeProvider.class, "getSize");
            return 2;
        }

        @Override
        public String getType() {
            return TYPE;
        }
    }

    public static final class Strategy implements JobShardingStrategy {
        @Override
        public Map<JobInstance, List<Integer>> sharding(List<JobInstance> instances, String jobName, int total) {
            at(JobShardingStrategy.class, "sharding");
            return new AverageAllocationJobShardingStrategy().sharding(instances, jobName, total);
        }

        @Override
        public String getType() {
            return TYPE;
        }
    }

    /** What was published to {@link History}. */
    public record Storage(Queue<JobEvent> events) {
        Storage() {
            this(new ConcurrentLinkedQueue<>());
        }
    }

    public static final class History implements TracingListenerFactory<Storage> {
        @Override
        public Class<Storage> storageType() {
            return Storage.class;
        }

        @Override
        public TracingListener create(Storage storage) {
            at(TracingListenerFactory.class, "create");
            return new TracingListener() {
                @Override
                public void onEvent(JobEvent event) {
                    at(TracingListener.class, "onEvent");
                    storage.events.add(event);
                }

                @Override
                public TracingMetrics metrics() {
                    at(TracingListener.class, "metrics");
                    return TracingMetrics.NONE;
                }

                @Override
                public void close() {
                    at(TracingListener.class, "close");
                }
            };
        }

        @Override
        public String getType() {
            return TYPE;
        }
    }
}
