package dev.elasticjob.error.notify;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/** Captures all log events while it is open, down to the finest level of this package. */
final class CapturedLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Logger logger = (Logger) LoggerFactory.getLogger(Notifier.class.getPackageName());
    private final List<String> lines = new ArrayList<>();

    CapturedLog() {
        setContext(root.getLoggerContext());
        start();
        root.addAppender(this);
        logger.setLevel(Level.TRACE);
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getLoggerName().startsWith("com.icegreen.")) {
            // The log of the mail server may contain the password.
            return;
        }
        String trace = event.getThrowableProxy() == null ? "" : ThrowableProxyUtil.asString(event.getThrowableProxy());
        synchronized (lines) {
            lines.add(event.getLevel() + " " + event.getFormattedMessage() + trace);
            lines.notifyAll();
        }
    }

    /** Waits for a log line that contains the text. */
    String await(String text) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        synchronized (lines) {
            while (true) {
                for (String each : lines) {
                    if (each.contains(text)) {
                        return each;
                    }
                }
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    throw new AssertionError("No message contains '" + text + "', but " + lines);
                }
                TimeUnit.NANOSECONDS.timedWait(lines, left);
            }
        }
    }

    List<String> containing(String text) {
        synchronized (lines) {
            return lines.stream().filter(each -> each.contains(text)).toList();
        }
    }

    String all() {
        synchronized (lines) {
            return String.join("\n", lines);
        }
    }

    @Override
    public void close() {
        root.detachAppender(this);
        logger.setLevel(null);
        stop();
    }
}
