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
 * Runs items on virtual threads when the system property {@code elasticjob.threads.virtual} is {@code true}. They came with
 * Java 21: an older JVM warns and goes on with its own threads, since items run in the same way on either. How many items of
 * a job run at the same time is up to {@code jobExecutorThreadPoolSizeProviderType} as ever.
 */
public final class VirtualThreads {

    public static final String SWITCH = "elasticjob.threads.virtual";

    private static final Logger LOG = LoggerFactory.getLogger(VirtualThreads.class);

    private VirtualThreads() {}

    /** The setting of one registry center, for applications that are not configured by system properties. */
    private static final class Choice implements AutoCloseable {

        private volatile Optional<Boolean> wanted = Optional.empty();

        @Override
        public void close() {
            wanted = Optional.empty();
        }
    }

    /**
     * Chooses whether items of the jobs on this center run on virtual threads, instead of the system property. Has an effect
     * on jobs that are created afterwards, if none was created before.
     */
    public static void choose(CoordinatorRegistryCenter center, boolean virtual) {
        center.shared(Choice.class, Choice::new).wanted = Optional.of(virtual);
    }

    /** Returns what was {@linkplain #choose chosen} for this center. */
    public static Optional<Boolean> chosen(CoordinatorRegistryCenter center) {
        return center.shared(Choice.class, Choice::new).wanted;
    }

    /**
     * Returns an executor with a virtual thread for each task; empty if they are not wanted or not available.
     *
     * @param chosen the choice for the registry center; without it the system property counts
     * @throws IllegalArgumentException if the system property counts and is neither true nor false
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

    /** The method is looked up, since this is compiled for a Java that does not have it. */
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
