package dev.elasticjob.error.notify;

/** What makes two errors the same one. */
record Fingerprint(String jobName, String exception, String message, String topFrame) {

    /** All errors beyond the number that is told apart. */
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
