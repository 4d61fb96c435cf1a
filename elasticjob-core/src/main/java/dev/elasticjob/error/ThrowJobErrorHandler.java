package dev.elasticjob.error;

import dev.elasticjob.spi.JobErrorHandler;
import java.util.Properties;

/** {@code THROW}: throws on, to whatever handles uncaught exceptions. It ends this run only; the next fire comes. */
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
