package dev.elasticjob.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.registry.memory.InMemoryRegistry;
import dev.elasticjob.registry.memory.InMemoryRegistryCenter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.LoggerFactory;

/** A worker with a job that runs every second, its log, and a party that writes to its registry. */
final class HostileWorker implements AutoCloseable {

    static final long LIMIT_SECONDS = 60;
    static final String JOB = "/job";

    final InMemoryRegistryCenter center = new InMemoryRegistryCenter(new InMemoryRegistry(), "hostile");
    final FuzzedRegistry registry;
    /** The number of runs of item 0 by the fire time. */
    final Map<Instant, Integer> runs = new ConcurrentHashMap<>();

    private final Log log = new Log();
    private int ended;

    /** Collects the messages of the worker. */
    private static final class Log extends AppenderBase<ILoggingEvent> {
        private final List<String> messages = new ArrayList<>();

        @Override
        protected void append(ILoggingEvent event) {
            if (event.getLevel().isGreaterOrEqual(Level.INFO)) {
                synchronized (this) {
                    messages.add(event.getFormattedMessage());
                    for (IThrowableProxy cause = event.getThrowableProxy(); cause != null; cause = cause.getCause()) {
                        messages.add(String.valueOf(cause.getMessage()));
                    }
                    notifyAll();
                }
            }
        }
    }

    HostileWorker() {
        center.init();
        registry = new FuzzedRegistry(center);
        log.start();
        loggers().forEach(each -> each.addAppender(log));
    }

    /** Returns the loggers to capture. Messages of the scheduler are not passed to parent loggers. */
    private static List<Logger> loggers() {
        return List.of((Logger) LoggerFactory.getLogger("dev.elasticjob"), (Logger)
                LoggerFactory.getLogger("dev.elasticjob.scheduler"));
    }

    ScheduleJobBootstrap start(JobConfiguration.Builder configuration) {
        ScheduleJobBootstrap result = new ScheduleJobBootstrap(
                center,
                (SimpleJob) context -> {
                    synchronized (runs) {
                        context.getScheduledAt().ifPresent(at -> runs.merge(at, 1, Integer::sum));
                        ended++;
                        runs.notifyAll();
                    }
                },
                configuration.cron("0/1 * * * * ?").build());
        result.schedule();
        return result;
    }

    static JobConfiguration.Builder job() {
        return JobConfiguration.newBuilder("job", 1);
    }

    /** Waits for further runs. */
    void awaitRuns(String when, int count) throws InterruptedException {
        synchronized (runs) {
            int target = ended + count;
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
            while (ended < target) {
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                assertThat(left).as("no run %s: %s", when, registry.texts(JOB)).isPositive();
                runs.wait(left);
            }
        }
    }

    /** Waits for a message with this text. */
    void awaitMessage(String text) throws InterruptedException {
        Predicate<String> contains = message -> message.contains(text);
        synchronized (log) {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
            while (log.messages.stream().noneMatch(contains)) {
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                assertThat(left).as("no message '%s' in %s", text, log.messages).isPositive();
                log.wait(left);
            }
        }
    }

    List<String> messages() {
        synchronized (log) {
            return List.copyOf(log.messages);
        }
    }

    @Override
    public void close() {
        loggers().forEach(each -> each.detachAppender(log));
        registry.close();
        center.close();
    }
}
