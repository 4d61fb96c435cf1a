package dev.elasticjob.type.script;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** Records log messages, so that tests can wait for them. */
final class RecordingLogger extends LegacyAbstractLogger {

    final BlockingQueue<String> messages = new LinkedBlockingQueue<>();

    /** Returns the next message without the prefix of job and item; fails if there is none. */
    String next() throws InterruptedException {
        String message = messages.poll(60, TimeUnit.SECONDS);
        if (message == null) {
            throw new AssertionError("nothing was logged");
        }
        return message.replaceFirst("^INFO Job 'report', item 1: ", "");
    }

    /** Returns the number after this word in the next message. */
    long nextPid(String word) throws InterruptedException {
        String message = next();
        if (!message.startsWith(word + " ")) {
            throw new AssertionError("expected '" + word + "', but was: " + message);
        }
        return Long.parseLong(message.substring(word.length() + 1));
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level, Marker marker, String pattern, Object[] arguments, Throwable throwable) {
        messages.add(level + " " + MessageFormatter.basicArrayFormat(pattern, arguments));
    }

    @Override
    protected String getFullyQualifiedCallerName() {
        return RecordingLogger.class.getName();
    }

    @Override
    public boolean isTraceEnabled() {
        return false;
    }

    @Override
    public boolean isDebugEnabled() {
        return true;
    }

    @Override
    public boolean isInfoEnabled() {
        return true;
    }

    @Override
    public boolean isWarnEnabled() {
        return true;
    }

    @Override
    public boolean isErrorEnabled() {
        return true;
    }
}
