package dev.elasticjob.tracing.rdb;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Formats exceptions for the failure columns. */
final class Causes {

    private Causes() {}

    static String textOf(Throwable thrown) {
        StringWriter text = new StringWriter();
        try {
            thrown.printStackTrace(new PrintWriter(text));
        } catch (RuntimeException itsOwn) {
            return thrown.getClass().getName() + " (its text cannot be had: "
                    + itsOwn.getClass().getName() + ")";
        }
        return text.toString();
    }
}
