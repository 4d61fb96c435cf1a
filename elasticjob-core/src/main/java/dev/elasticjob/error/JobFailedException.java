package dev.elasticjob.error;

/** An item's code threw; the cause is what it threw. */
public final class JobFailedException extends RuntimeException {

    JobFailedException(String jobName, Throwable cause) {
        super("Job '" + jobName + "' failed", cause);
    }
}
