package dev.elasticjob.error;

import dev.elasticjob.spi.JobErrorHandler;
import java.util.Properties;

/**
 * Error handler of type {@code THROW}: rethrows the exception to the handler of uncaught exceptions. It ends only the current run; later
 * fires are not affected.
 */
public final class ThrowJobErrorHandler implements JobErrorHandler {

    @Override
    public void init(Properties props) {}

    @Override
    public void handleException(String jobName, Throwable cause) {
        throw new JobFailedException(jobName, cause);
    }

    @Override
    public String getType() {
        return "THROW";
    }
}
