package dev.elasticjob.lite2x.program;

import com.dangdang.ddframe.job.api.ShardingContext;
import com.dangdang.ddframe.job.api.dataflow.DataflowJob;
import com.dangdang.ddframe.job.api.simple.SimpleJob;
import com.dangdang.ddframe.job.executor.ShardingContexts;
import com.dangdang.ddframe.job.executor.handler.ExecutorServiceHandler;
import com.dangdang.ddframe.job.executor.handler.JobExceptionHandler;
import com.dangdang.ddframe.job.lite.api.listener.AbstractDistributeOnceElasticJobListener;
import com.dangdang.ddframe.job.lite.api.listener.ElasticJobListener;
import com.dangdang.ddframe.job.lite.api.strategy.JobInstance;
import com.dangdang.ddframe.job.lite.api.strategy.JobShardingStrategy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Jobs, handlers and listeners that the scenarios use. */
final class Jobs {

    private Jobs() {}

    /** Records its items. */
    public static class Recording implements SimpleJob {
        @Override
        public void execute(ShardingContext context) {
            Seen.add("item " + context.getShardingItem() + " of " + context.getShardingTotalCount() + ", parameter "
                    + context.getShardingParameter() + ", job " + context.getJobName() + ", job parameter '"
                    + context.getJobParameter() + "', task "
                    + context.getTaskId().replaceAll("@-@[^@]*@-@[^@]*$", "@-@instance"));
        }
    }

    /** Fails on its odd items. */
    public static class Failing implements SimpleJob {
        @Override
        public void execute(ShardingContext context) {
            if (context.getShardingItem() % 2 == 1) {
                throw new IllegalStateException("item " + context.getShardingItem() + " failed");
            }
        }
    }

    /** Records the names of the threads on which it runs. */
    public static class Threads implements SimpleJob {
        @Override
        public void execute(ShardingContext context) {
            Seen.add("ran " + context.getShardingItem() + " on "
                    + Thread.currentThread().getName());
        }
    }

    /** Returns two batches and then none; then it starts again. Returns nothing before the start of the test. */
    public static class Flow implements DataflowJob<String> {
        static volatile boolean begun;
        private static final AtomicInteger FETCHED = new AtomicInteger();

        @Override
        public List<String> fetchData(ShardingContext context) {
            if (!begun) {
                return null;
            }
            int number = FETCHED.incrementAndGet();
            Seen.add("fetch" + number + " item " + context.getShardingItem());
            if (number % 3 != 0) {
                return Arrays.asList("a" + number, "b" + number);
            }
            return number % 2 == 0 ? null : Collections.<String>emptyList();
        }

        @Override
        public void processData(ShardingContext context, List<String> data) {
            Seen.add("process" + FETCHED.get() + " " + data);
        }
    }

    /** Blocks in its first run until the test releases it. */
    public static class Slow implements SimpleJob {
        static final CountDownLatch RELEASED = new CountDownLatch(1);
        private static final Map<String, Long> BEGUN = new ConcurrentHashMap<>();

        static boolean hasRunFor(long milliseconds) {
            return BEGUN.size() == 2
                    && BEGUN.values().stream().allMatch(each -> System.currentTimeMillis() - each > milliseconds);
        }

        @Override
        public void execute(ShardingContext context) {
            BEGUN.putIfAbsent(context.getJobName(), System.currentTimeMillis());
            try {
                RELEASED.await();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Records exceptions. */
    public static class Handler implements JobExceptionHandler {
        @Override
        public void handleException(String jobName, Throwable cause) {
            Seen.add("exception of " + jobName + ": " + cause.getClass().getName() + ": "
                    + cause.getMessage().replaceAll("(Execute script failure\\.).*", "$1"));
        }
    }

    /** Creates named threads. */
    public static class Pool implements ExecutorServiceHandler {
        @Override
        public ExecutorService createExecutorService(String jobName) {
            Seen.add("create executor of " + jobName);
            return Executors.newFixedThreadPool(4, task -> {
                Thread thread = new Thread(task, "pool of " + jobName);
                thread.setDaemon(true);
                return thread;
            });
        }
    }

    /** Assigns all items to the first instance. */
    public static class FirstTakesAll implements JobShardingStrategy {
        @Override
        public Map<JobInstance, List<Integer>> sharding(
                List<JobInstance> jobInstances, String jobName, int shardingTotalCount) {
            List<Integer> items = new ArrayList<>();
            for (int item = 0; item < shardingTotalCount; item++) {
                items.add(item);
            }
            Map<JobInstance, List<Integer>> result = new HashMap<>();
            result.put(jobInstances.get(0), items);
            return result;
        }
    }

    /** Records its calls; the one named "throws" fails before the job. */
    static final class Listener implements ElasticJobListener {
        private final String name;

        Listener(String name) {
            this.name = name;
        }

        @Override
        public void beforeJobExecuted(ShardingContexts contexts) {
            Seen.add(name + "-before " + contexts.getShardingItemParameters() + " of "
                    + contexts.getShardingTotalCount());
            if (name.equals("throws")) {
                throw new IllegalStateException("listener failed");
            }
        }

        @Override
        public void afterJobExecuted(ShardingContexts contexts) {
            Seen.add(name + "-after " + contexts.getShardingItemParameters());
        }
    }

    /** Prints its calls. */
    static final class Once extends AbstractDistributeOnceElasticJobListener {
        Once() {
            super(30_000, 30_000);
        }

        @Override
        public void doBeforeJobExecutedAtLastStarted(ShardingContexts contexts) {
            Seen.print("once", "before");
            Seen.add("once-before " + contexts.getShardingItemParameters());
        }

        @Override
        public void doAfterJobExecutedAtLastCompleted(ShardingContexts contexts) {
            Seen.print("once", "after");
            Seen.add("once-after " + contexts.getShardingItemParameters());
        }
    }
}
