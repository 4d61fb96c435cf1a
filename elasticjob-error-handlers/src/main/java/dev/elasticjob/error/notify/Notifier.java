package dev.elasticjob.error.notify;

import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts errors from the threads of jobs and sends messages from its own thread.
 *
 * <p>The thread starts with the first message and ends after an idle period in which there is nothing to send or count. One monitor
 * guards all state that both sides access; it is never held while sending or logging.
 */
final class Notifier {

    private static final Logger LOG = LoggerFactory.getLogger(Notifier.class);

    /** Maximum time to wait for the end of the thread after an abort. */
    private static final long ABORT_MILLISECONDS = 1000;

    private final String type;
    private final Channel channel;
    private final NotifierClock clock;
    private final Limits limits;

    private final Object monitor = new Object();
    private final ErrorStorms storms;
    private final Deque<Notice> queue = new ArrayDeque<>();
    private final List<Notice> overflow = new ArrayList<>();
    private long dropped;
    private Worker worker;
    private boolean closed;
    private boolean aborted;

    Notifier(String type, Channel channel, NotifierClock clock, Limits limits) {
        this.type = type;
        this.channel = channel;
        this.clock = clock;
        this.limits = limits;
        storms = new ErrorStorms(limits.window(), limits.kinds());
    }

    void report(String jobName, Throwable cause) {
        Fingerprint fingerprint = Fingerprint.of(jobName, cause);
        boolean refused;
        synchronized (monitor) {
            refused = closed;
            if (!closed) {
                count(fingerprint, jobName, cause);
            }
        }
        if (refused) {
            logUnsent("the handler is closed", Notice.of(jobName, clock.now(), cause));
        }
        logOverflow();
    }

    private void count(Fingerprint fingerprint, String jobName, Throwable cause) {
        var now = clock.now();
        storms.occurred(fingerprint, now, clock.nanos(), () -> Notice.of(jobName, now, cause))
                .ifPresent(this::enqueue);
        startWorkerIfNeeded(jobName);
        monitor.notifyAll();
    }

    private void enqueue(Notice notice) {
        if (queue.size() < limits.queue()) {
            queue.add(notice);
        } else {
            dropped++;
            overflow.add(notice);
        }
    }

    private void startWorkerIfNeeded(String jobName) {
        if (worker == null) {
            worker = new Worker(jobName, channel.open());
            worker.start();
        }
    }

    /** Sends the remaining messages within the time limit and ends the thread. */
    void close() {
        Worker running;
        synchronized (monitor) {
            if (closed) {
                return;
            }
            closed = true;
            running = worker;
            monitor.notifyAll();
        }
        if (running != null) {
            awaitEnd(running);
        }
        List<Notice> left = new ArrayList<>();
        synchronized (monitor) {
            left.addAll(queue);
            left.addAll(storms.takeAll());
            queue.clear();
        }
        left.forEach(each -> logUnsent("the handler was closed before its turn came", each));
        logOverflow();
    }

    private void awaitEnd(Worker running) {
        boolean interrupted = false;
        try {
            TimeUnit.NANOSECONDS.timedJoin(running, limits.flush().toNanos());
        } catch (InterruptedException hurry) {
            interrupted = true;
        }
        if (running.isAlive()) {
            interrupted |= abort(running);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean abort(Worker running) {
        synchronized (monitor) {
            aborted = true;
        }
        running.courier.abort();
        running.interrupt();
        try {
            running.join(ABORT_MILLISECONDS);
        } catch (InterruptedException hurry) {
            return true;
        }
        if (running.isAlive()) {
            LOG.warn("{}: thread {} still waits for the network; it ends when that answers", type, running.getName());
        }
        return false;
    }

    private void logOverflow() {
        List<Notice> lost;
        long total;
        synchronized (monitor) {
            lost = List.copyOf(overflow);
            overflow.clear();
            total = dropped;
        }
        for (Notice each : lost) {
            logUnsent(
                    "it was dropped, for " + limits.queue() + " messages are waiting already (" + total
                            + " dropped since the job was started)",
                    each);
        }
    }

    /** Logs a notice that could not be sent. */
    private void logUnsent(String reason, Notice notice) {
        String repeats = notice.repeats() > 0 ? " (" + notice.repeats() + " more times)" : "";
        LOG.error(
                "{}: failed to send the notification that job '{}' failed{}: {}. The error was:\n{}",
                type,
                hide(notice.jobName()),
                repeats,
                hide(reason),
                hide(notice.stackTrace()));
    }

    private String hide(String text) {
        return channel.secrets().hide(text);
    }

    @Override
    public String toString() {
        synchronized (monitor) {
            return type + " notifier (waiting=" + queue.size() + ", dropped=" + dropped + ", thread="
                    + (worker == null ? "none" : "running") + ", " + (closed ? "closed" : "open") + ")";
        }
    }

    private final class Worker extends Thread {

        private final Courier courier;

        Worker(String jobName, Courier courier) {
            super("elasticjob-" + type + "-" + Throwables.oneLine(jobName));
            this.courier = courier;
            setDaemon(true);
            // The class loader of the job's thread would be kept reachable, and it may not find the mail
            // implementation.
            setContextClassLoader(Notifier.class.getClassLoader());
        }

        @Override
        public void run() {
            try (courier) {
                NoticeText text = new NoticeText(ThisHost.describe(), ZoneId.systemDefault());
                for (Notice next = take(); next != null; next = take()) {
                    deliver(next, text);
                }
            } finally {
                logOverflow();
                resign();
            }
        }

        /** Returns the next message, or null if this thread has to end; in that case it is no longer registered as the worker. */
        private Notice take() {
            synchronized (monitor) {
                long idleUntil = clock.nanos() + limits.idle().toNanos();
                while (!aborted) {
                    long now = clock.nanos();
                    (closed ? storms.takeAll() : storms.takeDue(now)).forEach(Notifier.this::enqueue);
                    if (!queue.isEmpty()) {
                        return queue.poll();
                    }
                    OptionalLong due = storms.nextDue(now);
                    if (closed || due.isEmpty() && now - idleUntil >= 0) {
                        break;
                    }
                    try {
                        clock.awaitUntil(monitor, due.orElse(idleUntil));
                    } catch (InterruptedException stop) {
                        // Only an abort interrupts this thread, and the abort is recorded before the interrupt.
                        break;
                    }
                }
                resign();
                return null;
            }
        }

        /** Unregisters this thread as the worker, so that the next error starts a new thread even if this one failed. */
        private void resign() {
            synchronized (monitor) {
                if (worker == this) {
                    worker = null;
                }
            }
        }

        private void deliver(Notice notice, NoticeText text) {
            try {
                courier.send(text.of(notice));
                LOG.debug("{}: sent the notification that job '{}' failed", type, notice.jobName());
            } catch (InterruptedException stop) {
                logUnsent("the handler was closed while sending", notice);
                Thread.currentThread().interrupt();
            } catch (Exception | LinkageError failure) {
                logUnsent(Throwables.chain(failure), notice);
            }
            logOverflow();
        }
    }
}
