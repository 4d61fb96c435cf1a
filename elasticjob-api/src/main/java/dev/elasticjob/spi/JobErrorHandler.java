package dev.elasticjob.spi;

import java.util.Properties;

/** Called when the code of an item throws an exception. One instance serves one job. */
public interface JobErrorHandler extends TypedSPI, AutoCloseable {

    /**
     * Initialises the handler with the properties of the job. Called before all other methods.
     *
     * @param props properties of the job
     * @throws IllegalArgumentException if a property is missing or invalid; the message contains its name, its value, and the remedy
     */
    void init(Properties props);

    /**
     * Handles an exception. It is called on the thread that ran the item and must not block for long. Exceptions of this method are
     * logged.
     *
     * @param jobName name of the job
     * @param cause exception that the code of an item threw
     */
    void handleException(String jobName, Throwable cause);

    @Override
    default void close() {}
}
