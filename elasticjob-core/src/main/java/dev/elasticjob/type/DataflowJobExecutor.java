package dev.elasticjob.type;

import dev.elasticjob.api.ConfigurationProblem;
import dev.elasticjob.api.DataflowJob;
import dev.elasticjob.api.DataflowJobProperties;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.executor.ClassedJobItemExecutor;
import dev.elasticjob.executor.JobRuntimeService;
import java.util.List;
import java.util.Locale;

/**
 * Runs {@link DataflowJob}s: one batch per run or, with {@code streaming.process}, batch after batch until no data is left. A stream that
 * may not continue ends between two batches and counts as successful, because the next run fetches the remaining data. A cancelled stream
 * counts as interrupted, whether or not its thread was interrupted.
 */
public final class DataflowJobExecutor implements ClassedJobItemExecutor<DataflowJob<Object>> {

    @Override
    @SuppressWarnings("unchecked") // A class literal has no type arguments.
    public Class<DataflowJob<Object>> getElasticJobClass() {
        return (Class<DataflowJob<Object>>) (Class<?>) DataflowJob.class;
    }

    @Override
    public List<ConfigurationProblem> problems(JobConfiguration jobConfig) {
        return WrongSetting.foundBy(() -> isStreaming(jobConfig));
    }

    @Override
    public void process(
            DataflowJob<Object> job,
            JobConfiguration jobConfig,
            JobRuntimeService runtime,
            ShardingContext shardingContext)
            throws Exception {
        boolean streaming = isStreaming(jobConfig);
        boolean processed = processBatch(job, shardingContext);
        while (streaming && processed && runtime.mayContinue()) {
            processed = processBatch(job, shardingContext);
        }
    }

    private static boolean processBatch(DataflowJob<Object> job, ShardingContext context) throws Exception {
        throwIfCancelled(context);
        List<Object> data = job.fetchData(context);
        if (data == null || data.isEmpty()) {
            return false;
        }
        // The fetched data is not lost: it has not been marked as processed yet.
        throwIfCancelled(context);
        job.processData(context, data);
        return true;
    }

    private static void throwIfCancelled(ShardingContext context) throws InterruptedException {
        if (Thread.interrupted() || context.isCancelled()) {
            throw new InterruptedException("Job '" + context.getJobName() + "', item " + context.getShardingItem()
                    + ": cancelled between two steps");
        }
    }

    private static boolean isStreaming(JobConfiguration jobConfig) {
        String key = DataflowJobProperties.STREAM_PROCESS_KEY;
        String value = jobConfig.getProps().getProperty(key, "");
        return switch (value.strip().toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false", "" -> false;
            default ->
                throw WrongSetting.of(
                        jobConfig.getJobName(),
                        key,
                        value,
                        "it is neither true nor false",
                        "Set it to true to process until nothing is left, or to false for one batch a run");
        };
    }
}
