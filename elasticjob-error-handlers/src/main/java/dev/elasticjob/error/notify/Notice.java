package dev.elasticjob.error.notify;

import java.time.Instant;

/**
 * Report that a job failed, or how often the failure was repeated.
 *
 * @param error the exception in one line
 * @param rootCause the innermost cause in one line; empty if there is none
 * @param repeats number of repeats; 0 for the first occurrence
 * @param until time of the last failure
 * @param mixed whether the repeats are different errors
 */
record Notice(
        String jobName,
        Instant time,
        String error,
        String rootCause,
        String stackTrace,
        long repeats,
        Instant until,
        boolean mixed) {

    static Notice of(String jobName, Instant time, Throwable cause) {
        return new Notice(
                Throwables.oneLine(jobName),
                time,
                Throwables.headline(cause),
                Throwables.rootCause(cause).map(Throwables::headline).orElse(""),
                Throwables.stackTrace(cause),
                0,
                time,
                false);
    }

    Notice repeated(long times, Instant last, boolean differently) {
        return new Notice(jobName, time, error, rootCause, stackTrace, times, last, differently);
    }
}
