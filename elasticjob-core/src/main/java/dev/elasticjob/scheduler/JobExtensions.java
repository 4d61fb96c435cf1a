package dev.elasticjob.scheduler;

import dev.elasticjob.api.AbstractDistributeOnceElasticJobListener;
import dev.elasticjob.api.ElasticJobListener;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContexts;
import dev.elasticjob.spi.ExtensionModules;
import dev.elasticjob.spi.Extensions;
import dev.elasticjob.spi.JobErrorHandler;
import dev.elasticjob.spi.JobExecutorThreadPoolSizeProvider;
import dev.elasticjob.spi.TypedSPI;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;

/**
 * The extensions that a job's configuration names: listeners, error handler, pool size. Replaced as a whole when an
 * edit names others.
 */
final class JobExtensions implements AutoCloseable {

    private final String jobName;
    private final List<ElasticJobListener> listeners;
    private final JobErrorHandler errorHandler;
    private final String errorHandlerType;
    private final Properties props;
    private final String poolType;
    private final int poolSize;
    private final Guard guard;

    private JobExtensions(JobConfiguration config, Guard guard) {
        this.guard = guard;
        jobName = config.getJobName();
        listeners = config.getJobListenerTypes().stream()
                .map(type -> find(ElasticJobListener.class, type, type))
                .sorted(Comparator.comparingInt(ElasticJobListener::order))
                .toList();
        errorHandlerType = config.getJobErrorHandlerType();
        props = config.getProps();
        errorHandler = find(JobErrorHandler.class, errorHandlerType, JobConfiguration.DEFAULT_ERROR_HANDLER_TYPE);
        initErrorHandler();
        poolType = config.getJobExecutorThreadPoolSizeProviderType();
        poolSize = Math.max(
                1,
                find(
                                JobExecutorThreadPoolSizeProvider.class,
                                poolType,
                                JobConfiguration.DEFAULT_THREAD_POOL_SIZE_PROVIDER_TYPE)
                        .getSize());
    }

    private void initErrorHandler() {
        try {
            errorHandler.init(props);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(
                    "Job '" + jobName + "', error handler " + errorHandler.getType() + ": " + wrong.getMessage(),
                    wrong);
        }
    }

    /** @throws IllegalArgumentException if a type does not exist or rejects the properties */
    static JobExtensions of(JobConfiguration config, Guard guard) {
        return new JobExtensions(config, guard);
    }

    private <T extends TypedSPI> T find(Class<T> kind, String type, String byDefault) {
        String wanted = type.isEmpty() ? byDefault : type;
        return Extensions.find(kind, wanted)
                .orElseThrow(() -> new IllegalArgumentException("Job '" + jobName + "': no " + kind.getSimpleName()
                        + " of type '" + wanted + "' is known; known are " + Extensions.types(kind)
                        + ". " + ExtensionModules.remedy(kind, wanted)));
    }

    /** Returns whether the configuration names these extensions, with these properties. */
    boolean fits(JobConfiguration config) {
        return errorHandlerType.equals(config.getJobErrorHandlerType())
                && poolType.equals(config.getJobExecutorThreadPoolSizeProviderType())
                && listeners.stream()
                        .map(TypedSPI::getType)
                        .sorted()
                        .toList()
                        .equals(config.getJobListenerTypes().stream().sorted().toList())
                && props.equals(config.getProps());
    }

    int poolSize() {
        return poolSize;
    }

    boolean hasListeners() {
        return !listeners.isEmpty();
    }

    /** Returns the listeners that are called once for a run over all instances. */
    List<AbstractDistributeOnceElasticJobListener> once() {
        return listeners.stream()
                .filter(AbstractDistributeOnceElasticJobListener.class::isInstance)
                .map(AbstractDistributeOnceElasticJobListener.class::cast)
                .toList();
    }

    void before(ShardingContexts contexts) {
        listeners.forEach(listener -> call(() -> listener.beforeJobExecuted(contexts)));
    }

    void after(ShardingContexts contexts) {
        for (int i = listeners.size() - 1; i >= 0; i--) {
            ElasticJobListener listener = listeners.get(i);
            call(() -> listener.afterJobExecuted(contexts));
        }
    }

    /** Calls a listener. Exceptions are passed to the error handler. */
    void call(Runnable listener) {
        try {
            listener.run();
        } catch (Throwable thrown) {
            // Also an Error: the items must run, and their end must be recorded.
            handle(thrown);
        }
    }

    /**
     * Calls the error handler. Its exceptions are passed to the thread's handler of uncaught exceptions and do not affect the
     * run.
     */
    void handle(Throwable cause) {
        try {
            errorHandler.handleException(jobName, cause);
        } catch (Throwable thrown) {
            Thread thread = Thread.currentThread();
            Thread.UncaughtExceptionHandler handler = thread.getUncaughtExceptionHandler();
            guard.run(OutgoingCall.UNCAUGHT_EXCEPTION_HANDLER, () -> handler.uncaughtException(thread, thrown));
        }
    }

    @Override
    public void close() {
        guard.run(OutgoingCall.ERROR_HANDLER_CLOSE, errorHandler::close);
    }
}
