package dev.elasticjob.error;

import dev.elasticjob.spi.JobErrorHandler;
import java.util.Properties;

/** Error handler of type {@code IGNORE}: the run counts as failed, and nothing is logged. */
public final class IgnoreJobErrorHandler implements JobErrorHandler {

    @Override
    public void init(Properties props) {}

    @Override
    public void handleException(String jobName, Throwable cause) {}

    @Override
    public String getType() {
        return "IGNORE";
    }
}
