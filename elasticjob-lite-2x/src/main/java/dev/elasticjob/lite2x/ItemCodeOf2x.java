package dev.elasticjob.lite2x;

import com.dangdang.ddframe.job.api.ElasticJob;
import com.dangdang.ddframe.job.api.dataflow.DataflowJob;
import com.dangdang.ddframe.job.api.simple.SimpleJob;
import com.dangdang.ddframe.job.exception.JobConfigurationException;
import com.dangdang.ddframe.job.executor.handler.ExecutorServiceHandler;
import com.dangdang.ddframe.job.executor.handler.ExecutorServiceHandlerRegistry;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.executor.JobRuntimeService;
import dev.elasticjob.scheduler.ItemCode;
import dev.elasticjob.type.DataflowJobExecutor;
import dev.elasticjob.type.JobItemFailedException;
import dev.elasticjob.type.script.ScriptJobExecutor;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.function.BooleanSupplier;

/** Runs the items of a job of 2.x, on the executor of its handler if the handler is not the default one. */
final class ItemCodeOf2x implements ItemCode {

    private final Optional<ElasticJob> job;
    private final BooleanSupplier paused;
    private final DataflowJobExecutor dataflow = new DataflowJobExecutor();
    private final ScriptJobExecutor script = new ScriptJobExecutor();

    /**
     * Creates the code of a job.
     *
     * @param job object of the job; empty for a script job
     */
    ItemCodeOf2x(Optional<ElasticJob> job, BooleanSupplier paused) {
        this.job = job;
        this.paused = paused;
    }

    @Override
    public void run(JobConfiguration configuration, JobRuntimeService runtime, ShardingContext context)
            throws Exception {
        if (paused.getAsBoolean()) {
            throw new PausedException(context.getJobName(), context.getShardingItem());
        }
        Callable<Void> code = () -> {
            process(configuration, runtime, context);
            return null;
        };
        Optional<ExecutorService> executor = executor(configuration);
        if (executor.isPresent()) {
            new ExecutorRun(code).on(executor.get());
        } else {
            code.call();
        }
    }

    private static Optional<ExecutorService> executor(JobConfiguration configuration) {
        String type = configuration.getJobExecutorThreadPoolSizeProviderType();
        if (!type.startsWith(LiteExtensions.PREFIX)) {
            return Optional.empty();
        }
        return DeclaredClasses.find(type.substring(LiteExtensions.PREFIX.length()), ExecutorServiceHandler.class)
                .map(found -> ExecutorServiceHandlerRegistry.getExecutorServiceHandler(
                        configuration.getJobName(),
                        name -> ClassNames.newInstance("executor_service_handler", found)
                                .createExecutorService(name)));
    }

    private void process(JobConfiguration configuration, JobRuntimeService runtime, ShardingContext context)
            throws Exception {
        if (job.isEmpty()) {
            runScript(configuration, runtime, context);
        } else if (job.get() instanceof SimpleJob simple) {
            simple.execute(Contexts.of(context));
        } else {
            dataflow.process(dataflow(job.get()), configuration, runtime, context);
        }
    }

    private void runScript(JobConfiguration configuration, JobRuntimeService runtime, ShardingContext context)
            throws Exception {
        try {
            script.process(null, configuration, runtime, context);
        } catch (JobItemFailedException | dev.elasticjob.api.JobConfigurationException failed) {
            JobConfigurationException result =
                    new JobConfigurationException("%s", "Execute script failure. " + failed.getMessage());
            result.initCause(failed);
            throw result;
        }
    }

    @SuppressWarnings("unchecked") // The job processes the data that it fetched.
    private static dev.elasticjob.api.DataflowJob<Object> dataflow(ElasticJob job) {
        DataflowJob<Object> original = (DataflowJob<Object>) job;
        return new dev.elasticjob.api.DataflowJob<>() {
            @Override
            public List<Object> fetchData(ShardingContext context) {
                return original.fetchData(Contexts.of(context));
            }

            @Override
            public void processData(ShardingContext context, List<Object> data) {
                original.processData(Contexts.of(context), data);
            }
        };
    }
}
