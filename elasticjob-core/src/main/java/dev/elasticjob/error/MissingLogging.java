package dev.elasticjob.error;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.NOPLoggerFactory;

/**
 * Detects that no logging backend is on the class path, so that SLF4J discards everything. A backend that was added to discard
 * everything, slf4j-nop, counts as a backend.
 */
final class MissingLogging {

    private static final boolean MISSING = detect();
    private static final AtomicBoolean REPORTED = new AtomicBoolean();

    private MissingLogging() {}

    private static boolean detect() {
        return LoggerFactory.getILoggerFactory() instanceof NOPLoggerFactory
                && !isPresent("org/slf4j/nop/NOPServiceProvider.class")
                && !isPresent("org/slf4j/impl/StaticLoggerBinder.class");
    }

    private static boolean isPresent(String backend) {
        ClassLoader loader = LoggerFactory.class.getClassLoader();
        return (loader == null ? ClassLoader.getSystemResource(backend) : loader.getResource(backend)) != null;
    }

    static boolean isMissing() {
        return MISSING;
    }

    /** Prints which dependency to add, once per process. */
    static void reportOnce() {
        if (MISSING && REPORTED.compareAndSet(false, true)) {
            System.err.println("ElasticJob: no logging backend for SLF4J is on the class path, so nothing is logged;"
                    + " failures of jobs are printed here. Add one, such as ch.qos.logback:logback-classic");
        }
    }

    /** Prints the failure in one write, so that failures of several jobs are not interleaved. */
    static void print(String jobName, Throwable cause) {
        StringWriter text = new StringWriter();
        cause.printStackTrace(new PrintWriter(text, true));
        System.err.print("ElasticJob: job '" + jobName + "' failed: " + text);
    }
}
