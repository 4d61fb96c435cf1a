package dev.elasticjob.error.notify;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.Optional;

/** Formats exceptions of any origin, including chains that are endless or circular and exceptions whose methods throw. */
final class Throwables {

    private static final int LINE_CHARS = 500;

    /** Sufficient for a mail; the other channels truncate further. */
    private static final int STACK_TRACE_CHARS = 32_000;

    private static final int DEEPEST_CAUSE = 100;

    private Throwables() {}

    static String oneLine(String text) {
        return Texts.oneLine(text, LINE_CHARS);
    }

    static String headline(Throwable cause) {
        String message = message(cause);
        return oneLine(message.isEmpty() ? className(cause) : className(cause) + ": " + message);
    }

    static String className(Throwable cause) {
        return cause.getClass().getName();
    }

    /** Returns the message, or an empty string if there is none. */
    static String message(Throwable cause) {
        try {
            String message = cause.getMessage();
            return message == null ? "" : message;
        } catch (RuntimeException broken) {
            return "(its message cannot be read: " + className(broken) + ")";
        }
    }

    static Optional<Throwable> rootCause(Throwable cause) {
        Throwable root = cause;
        for (int depth = 0; depth < DEEPEST_CAUSE && root.getCause() != null && root.getCause() != cause; depth++) {
            root = root.getCause();
        }
        return root == cause ? Optional.empty() : Optional.of(root);
    }

    static String stackTrace(Throwable cause) {
        BoundedText result = new BoundedText();
        try {
            cause.printStackTrace(new PrintWriter(result));
        } catch (RuntimeException broken) {
            result.append("(the stack trace cannot be read: " + className(broken) + ")");
        }
        return result.toString();
    }

    /** Returns the messages of the exception and all its causes in one line. */
    static String chain(Throwable failure) {
        StringBuilder result = new StringBuilder(headline(failure));
        Throwable last = failure;
        for (int depth = 0; depth < DEEPEST_CAUSE && last.getCause() != null && result.length() < LINE_CHARS; depth++) {
            last = last.getCause();
            result.append(", caused by ").append(headline(last));
        }
        return result.toString();
    }

    private static final class BoundedText extends Writer {

        private final StringBuilder text = new StringBuilder();
        private boolean cut;

        @Override
        public void write(char[] chars, int offset, int length) {
            int room = Math.min(length, STACK_TRACE_CHARS - text.length());
            text.append(chars, offset, room);
            cut |= room < length;
        }

        @Override
        public Writer append(CharSequence more) {
            text.append(more);
            return this;
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}

        @Override
        public String toString() {
            return cut ? text + "\n... (cut)" : text.toString();
        }
    }
}
