package dev.elasticjob.lite2x;

import com.dangdang.ddframe.job.executor.handler.impl.DefaultExecutorServiceHandler;
import com.dangdang.ddframe.job.executor.handler.impl.DefaultJobExceptionHandler;
import com.dangdang.ddframe.job.lite.api.strategy.impl.AverageAllocationJobShardingStrategy;
import com.dangdang.ddframe.job.lite.api.strategy.impl.OdevitySortByNameJobShardingStrategy;
import com.dangdang.ddframe.job.lite.api.strategy.impl.RotateServerByNameJobShardingStrategy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The classes that the configurations of this process name, and the built-in ones. Only these are instantiated: a name that is
 * found in the registry alone could be written there by anyone who can reach it.
 */
final class DeclaredClasses {

    private static final Map<String, Class<?>> CLASSES = new ConcurrentHashMap<>();

    static {
        List.of(
                        AverageAllocationJobShardingStrategy.class,
                        OdevitySortByNameJobShardingStrategy.class,
                        RotateServerByNameJobShardingStrategy.class,
                        DefaultJobExceptionHandler.class,
                        DefaultExecutorServiceHandler.class)
                .forEach(each -> CLASSES.put(each.getName(), each));
    }

    private DeclaredClasses() {}

    /** @throws com.dangdang.ddframe.job.exception.JobConfigurationException if the class cannot be used */
    static <T> void declare(String setting, String className, Class<T> kind) {
        Class<? extends T> found = ClassNames.load(setting, className, kind);
        ClassNames.newInstance(setting, found);
        CLASSES.put(className, found);
    }

    static <T> Optional<Class<? extends T>> find(String className, Class<T> kind) {
        return Optional.<Class<?>>ofNullable(CLASSES.get(className))
                .filter(kind::isAssignableFrom)
                .map(found -> found.asSubclass(kind));
    }
}
