package dev.elasticjob.lite2x;

import com.dangdang.ddframe.job.executor.handler.JobExceptionHandler;
import dev.elasticjob.spi.JobErrorHandler;
import java.util.Properties;

/** Calls an exception handler of 2.x. */
record ErrorHandlerOf2x(String type, JobExceptionHandler handler) implements JobErrorHandler {

    @Override
    public String getType() {
        return type;
    }

    @Override
    public void init(Properties props) {}

    /** Ignores runs that a paused instance skips, which are not failures of the job. */
    @Override
    public void handleException(String jobName, Throwable cause) {
        if (!(cause instanceof PausedException)) {
            handler.handleException(jobName, cause);
        }
    }
}
