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
 * Registers the classes that the configurations of this process name, and the built-in ones. Only these are instantiated: any party with
 * access to the registry could write another class name into it.
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

    /**
     * Registers a class.
     *
     * @throws com.dangdang.ddframe.job.exception.JobConfigurationException if the class is invalid
     */
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
