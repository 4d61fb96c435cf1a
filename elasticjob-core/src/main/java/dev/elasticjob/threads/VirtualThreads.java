package dev.elasticjob.threads;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs items on virtual threads if the system property {@code elasticjob.threads.virtual} is {@code true}. They need Java 21: an older
 * JVM logs a warning and uses its own threads, because items run in the same way on both. {@code jobExecutorThreadPoolSizeProviderType}
 * still determines how many items of a job run at the same time.
 */
public final class VirtualThreads {

    public static final String SWITCH = "elasticjob.threads.virtual";

    private static final Logger LOG = LoggerFactory.getLogger(VirtualThreads.class);

    private VirtualThreads() {}

    /** Setting of one registry center, for applications that are not configured by system properties. */
    private static final class Choice implements AutoCloseable {

        private volatile Optional<Boolean> wanted = Optional.empty();

        @Override
        public void close() {
            wanted = Optional.empty();
        }
    }

    /**
     * Sets whether items of the jobs on this center run on virtual threads, instead of the system property. Affects jobs that are created
     * later, if none was created before.
     */
    public static void choose(CoordinatorRegistryCenter center, boolean virtual) {
        center.shared(Choice.class, Choice::new).wanted = Optional.of(virtual);
    }

    /** Returns the {@linkplain #choose chosen} setting of this center. */
    public static Optional<Boolean> chosen(CoordinatorRegistryCenter center) {
        return center.shared(Choice.class, Choice::new).wanted;
    }

    /**
     * Returns an executor with a virtual thread per task; empty if virtual threads are not enabled or not available.
     *
     * @param chosen setting of the registry center; if empty, the system property applies
     * @throws IllegalArgumentException if the system property applies and is neither true nor false
     */
    public static Optional<ExecutorService> ifWanted(Optional<Boolean> chosen) {
        return ifWanted(chosen.map(String::valueOf).orElseGet(() -> System.getProperty(SWITCH, "false")));
    }

    static Optional<ExecutorService> ifWanted(String value) {
        return switch (value.strip().toLowerCase(Locale.ROOT)) {
            case "true" -> make();
            case "false", "" -> Optional.empty();
            default ->
                throw new IllegalArgumentException("The system property " + SWITCH + " is '" + value
                        + "': it is neither true nor false. Correct it, or leave it out");
        };
    }

    /** Creates the executor by reflection, because the code is compiled for an older Java version. */
    private static Optional<ExecutorService> make() {
        try {
            MethodHandle maker = MethodHandles.publicLookup()
                    .findStatic(
                            Executors.class,
                            "newVirtualThreadPerTaskExecutor",
                            MethodType.methodType(ExecutorService.class));
            return Optional.of((ExecutorService) maker.invokeExact());
        } catch (NoSuchMethodException older) {
            LOG.warn(
                    "{} has no effect: this is Java {}, and virtual threads came with 21",
                    SWITCH,
                    Runtime.version().feature());
            return Optional.empty();
        } catch (Throwable failed) {
            throw new IllegalStateException("Virtual threads cannot be had, switch " + SWITCH + " off", failed);
        }
    }
}
