package dev.elasticjob.lite2x;

import com.dangdang.ddframe.job.executor.handler.ExecutorServiceHandler;
import com.dangdang.ddframe.job.executor.handler.JobExceptionHandler;
import dev.elasticjob.api.ElasticJobListener;
import dev.elasticjob.spi.ExtensionResolver;
import dev.elasticjob.spi.JobErrorHandler;
import dev.elasticjob.spi.JobExecutorThreadPoolSizeProvider;
import dev.elasticjob.spi.JobShardingStrategy;
import dev.elasticjob.spi.TypedSPI;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the strategies, handlers and listeners of 2.x for the engine, under types that start with {@link #PREFIX}. */
public final class LiteExtensions implements ExtensionResolver {

    static final String PREFIX = "lite-2x:";

    private static final Logger LOG = LoggerFactory.getLogger(LiteExtensions.class);
    private static final Map<String, ElasticJobListener> LISTENERS = new ConcurrentHashMap<>();
    private static final Set<String> REPORTED = ConcurrentHashMap.newKeySet();

    static String type(String className) {
        return PREFIX + className;
    }

    static void add(ElasticJobListener listener) {
        LISTENERS.put(listener.getType(), listener);
    }

    static void remove(String listenerType) {
        LISTENERS.remove(listenerType);
    }

    @Override
    public <T extends TypedSPI> Optional<T> resolve(Class<T> kind, String type) {
        if (!type.startsWith(PREFIX)) {
            return Optional.empty();
        }
        String name = type.substring(PREFIX.length());
        if (kind == ElasticJobListener.class) {
            return Optional.ofNullable(LISTENERS.get(type)).map(kind::cast);
        }
        if (kind == JobShardingStrategy.class) {
            String setting = "jobShardingStrategyClass";
            return declared(setting, name, com.dangdang.ddframe.job.lite.api.strategy.JobShardingStrategy.class)
                    .map(found -> new StrategyOf2x(type, ClassNames.newInstance(setting, found)))
                    .map(kind::cast);
        }
        if (kind == JobErrorHandler.class) {
            String setting = "job_exception_handler";
            return declared(setting, name, JobExceptionHandler.class)
                    .map(found -> new ErrorHandlerOf2x(type, ClassNames.newInstance(setting, found)))
                    .map(kind::cast);
        }
        if (kind == JobExecutorThreadPoolSizeProvider.class) {
            return declared("executor_service_handler", name, ExecutorServiceHandler.class)
                    .map(found -> new UnlimitedPool(type))
                    .map(kind::cast);
        }
        return Optional.empty();
    }

    private static <T> Optional<Class<? extends T>> declared(String setting, String className, Class<T> kind) {
        Optional<Class<? extends T>> result = DeclaredClasses.find(className, kind);
        if (result.isEmpty() && REPORTED.add(setting + " " + className)) {
            LOG.error(
                    "The registry names class '{}' as {}, but no configuration in this application does. A class that is"
                            + " named only in the registry is never instantiated. Set {} in the application's own"
                            + " configuration, or correct it in the registry",
                    className,
                    setting,
                    setting);
        }
        return result;
    }

    /** Thread pool without a limit: the executor of the handler determines how many items run at the same time. */
    private record UnlimitedPool(String type) implements JobExecutorThreadPoolSizeProvider {

        @Override
        public int getSize() {
            return Integer.MAX_VALUE;
        }

        @Override
        public String getType() {
            return type;
        }
    }
}
