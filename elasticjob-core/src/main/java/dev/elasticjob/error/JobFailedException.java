package dev.elasticjob.error;

/** Failure of an item; the cause is the exception that its code threw. */
public final class JobFailedException extends RuntimeException {

    JobFailedException(String jobName, Throwable cause) {
        super("Job '" + jobName + "' failed", cause);
    }
}
