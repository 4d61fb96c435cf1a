package dev.elasticjob.threads;

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

    /**
     * A virtual thread for each task; empty when they are not wanted, or not to be had.
     *
     * @throws IllegalArgumentException when the switch is neither on nor off
     */
    public static Optional<ExecutorService> ifWanted() {
        return ifWanted(System.getProperty(SWITCH, "false"));
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
                    "The system property {} has no effect: this is Java {}, and virtual threads came with 21",
                    SWITCH,
                    Runtime.version().feature());
            return Optional.empty();
        } catch (Throwable failed) {
            throw new IllegalStateException("Virtual threads cannot be had, switch " + SWITCH + " off", failed);
        }
    }
}
