package dev.elasticjob.spi;

import java.util.Properties;

/** Is told when an item's code threw. One instance serves one job. */
public interface JobErrorHandler extends TypedSPI, AutoCloseable {

    /**
     * Takes the job's properties, before the first call of the others.
     *
     * @throws IllegalArgumentException when one of them is missing or wrong: the message names it, its value and the remedy
     */
    void init(Properties props);

    /** Must not take long: it is called on the thread that ran the item. What it throws is logged. */
    void handleException(String jobName, Throwable cause);

    @Override
    default void close() {}
}
