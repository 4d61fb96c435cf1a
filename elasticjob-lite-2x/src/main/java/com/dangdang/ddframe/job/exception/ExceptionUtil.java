package com.dangdang.ddframe.job.exception;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Converts exceptions to text. */
public final class ExceptionUtil {

    private ExceptionUtil() {}

    /** Returns the stack trace; an empty text for null. */
    public static String transform(Throwable cause) {
        if (cause == null) {
            return "";
        }
        StringWriter result = new StringWriter();
        cause.printStackTrace(new PrintWriter(result, true));
        return result.toString();
    }
}
