package dev.elasticjob.lite2x.spring.program;

import com.dangdang.ddframe.job.api.ShardingContext;
import com.dangdang.ddframe.job.api.dataflow.DataflowJob;
import com.dangdang.ddframe.job.api.simple.SimpleJob;
import com.dangdang.ddframe.job.executor.ShardingContexts;
import com.dangdang.ddframe.job.executor.handler.JobExceptionHandler;
import com.dangdang.ddframe.job.lite.api.listener.AbstractDistributeOnceElasticJobListener;
import com.dangdang.ddframe.job.lite.api.listener.ElasticJobListener;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.beans.factory.annotation.Autowired;

/** Beans of the applications, which print their calls. */
final class Beans {

    private Beans() {}

    static void print(String line) {
        System.out.println(line);
    }

    /** A service that jobs use. */
    public static class Greeting {
        public String text() {
            return "hello";
        }
    }

    /** A job with a dependency. */
    public static class Simple implements SimpleJob {
        @Autowired
        private Greeting greeting;

        @Override
        public void execute(ShardingContext context) {
            print("simple " + context.getJobName() + " " + context.getShardingItem() + "="
                    + context.getShardingParameter() + " " + context.getJobParameter() + " " + greeting.text());
        }
    }

    /** A job of batches. */
    public static class Flow implements DataflowJob<String> {
        private final AtomicBoolean fetched = new AtomicBoolean();

        @Override
        public List<String> fetchData(ShardingContext context) {
            return fetched.getAndSet(true) ? List.of() : List.of("data");
        }

        @Override
        public void processData(ShardingContext context, List<String> data) {
            print("dataflow " + context.getJobName() + " " + data);
            throw new IllegalStateException("processing failed");
        }
    }

    /** Prints its calls. */
    public static class Listener implements ElasticJobListener {
        @Autowired
        private Greeting greeting;

        @Override
        public void beforeJobExecuted(ShardingContexts contexts) {
            print("before " + contexts.getJobName() + " " + greeting.text());
        }

        @Override
        public void afterJobExecuted(ShardingContexts contexts) {
            print("after " + contexts.getJobName());
        }
    }

    /** Prints its calls. */
    public static class Once extends AbstractDistributeOnceElasticJobListener {
        public Once(long startedTimeoutMilliseconds, long completedTimeoutMilliseconds) {
            super(startedTimeoutMilliseconds, completedTimeoutMilliseconds);
        }

        @Override
        public void doBeforeJobExecutedAtLastStarted(ShardingContexts contexts) {
            print("once before " + contexts.getJobName());
        }

        @Override
        public void doAfterJobExecutedAtLastCompleted(ShardingContexts contexts) {
            print("once after " + contexts.getJobName());
        }
    }

    /** Prints exceptions. */
    public static class Handler implements JobExceptionHandler {
        @Override
        public void handleException(String jobName, Throwable cause) {
            print("exception " + jobName + " " + cause.getMessage());
        }
    }
}
