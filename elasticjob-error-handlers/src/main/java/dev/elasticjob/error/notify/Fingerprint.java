package dev.elasticjob.error.notify;

/** Attributes by which two errors are considered equal. */
record Fingerprint(String jobName, String exception, String message, String topFrame) {

    /** Shared fingerprint of all errors beyond the limit of distinguished kinds. */
    static final Fingerprint OTHERS = new Fingerprint("", "", "", "");

    static Fingerprint of(String jobName, Throwable cause) {
        StackTraceElement[] frames = cause.getStackTrace();
        return new Fingerprint(
                jobName,
                Throwables.className(cause),
                Throwables.oneLine(Throwables.message(cause)),
                frames.length == 0 ? "" : frames[0].toString());
    }
}
