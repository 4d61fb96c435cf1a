package dev.elasticjob.error;

import dev.elasticjob.spi.JobErrorHandler;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Error handler of type {@code LOG}, the default: logs the exception. Without a logging backend, failures are printed to standard error.
 */
public final class LogJobErrorHandler implements JobErrorHandler {

    private static final Logger LOG = LoggerFactory.getLogger(LogJobErrorHandler.class);

    @Override
    public void init(Properties props) {
        MissingLogging.reportOnce();
    }

    @Override
    public void handleException(String jobName, Throwable cause) {
        if (MissingLogging.isMissing()) {
            MissingLogging.print(jobName, cause);
        } else {
            LOG.error("Job '{}' failed", jobName, cause);
        }
    }

    @Override
    public String getType() {
        return "LOG";
    }
}
