package dev.elasticjob.spring.boot;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.tracing.JobEvent;
import dev.elasticjob.tracing.TracingListener;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Counts the events of the jobs of this process, in every meter registry that it is bound to. */
public class JobMetrics implements TracingListener, MeterBinder {

    private static final List<String> RESULTS = List.of("success", "failure", "abandoned");
    private static final List<String> COUNTERS =
            List.of("elasticjob.failovers", "elasticjob.missed", "elasticjob.reports");
    private static final String MISFIRES = "elasticjob.misfires";

    private final Supplier<JobsReport> report;
    private final List<MeterRegistry> meters = new CopyOnWriteArrayList<>();

    /** Numbers of items whose code is running in this process, by job; also the lock for concurrent additions of jobs and meters. */
    private final Map<String, AtomicInteger> running = new ConcurrentHashMap<>();

    /**
     * Creates the metrics.
     *
     * @param report returns the current state; called when a gauge is read
     */
    public JobMetrics(Supplier<JobsReport> report) {
        this.report = report;
    }

    /**
     * Registers the meters of a job, so that they are 0 before the first event: otherwise an alert on their increase would miss that
     * event. Further calls for the same job have no effect.
     */
    public void register(String jobName) {
        synchronized (running) {
            if (!running.containsKey(jobName)) {
                AtomicInteger number = new AtomicInteger();
                running.put(jobName, number);
                meters.forEach(each -> register(each, jobName, number));
            }
        }
    }

    private static void register(MeterRegistry registry, String jobName, AtomicInteger running) {
        Gauge.builder("elasticjob.running", running, AtomicInteger::get)
                .description("Items whose code runs in this process")
                .tag("job", jobName)
                .register(registry);
        for (RunSource source : RunSource.values()) {
            RESULTS.forEach(result -> runs(registry, jobName, result, source));
        }
        for (String toBeRun : List.of("true", "false")) {
            registry.counter(MISFIRES, "job", jobName, "made.up", toBeRun);
        }
        COUNTERS.forEach(name -> registry.counter(name, "job", jobName));
    }

    private static Timer runs(MeterRegistry registry, String jobName, String result, RunSource source) {
        return Timer.builder("elasticjob.runs")
                .description("Runs of items: how many, and how long they took")
                .tags("job", jobName, "result", result, "source", text(source))
                .register(registry);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        synchronized (running) {
            meters.add(registry);
            running.forEach((jobName, number) -> register(registry, jobName, number));
        }
        Gauge.builder("elasticjob.registry.connected", this, JobMetrics::connected)
                .description("1 when every registry that jobs run on answers, else 0")
                .register(registry);
        FunctionCounter.builder(
                        "elasticjob.history.dropped",
                        this,
                        each -> each.report.get().droppedEvents())
                .description("Events that are lost for the history")
                .register(registry);
    }

    private double connected() {
        return RegistryHealth.of(report.get()).isUp() ? 1 : 0;
    }

    @Override
    public void onEvent(JobEvent event) {
        if (event instanceof JobEvent.Started started) {
            running(event.jobName()).incrementAndGet();
            started.run().scheduledAt().ifPresent(due -> lateness(event.jobName(), started.run(), due));
        } else if (event instanceof JobEvent.Finished finished) {
            ended(event, finished.run(), "success");
        } else if (event instanceof JobEvent.Failed failed) {
            ended(event, failed.run(), "failure");
        } else if (event instanceof JobEvent.Abandoned abandoned) {
            ended(event, abandoned.run(), "abandoned");
        } else if (event instanceof JobEvent.Misfired misfired) {
            count(MISFIRES, "job", event.jobName(), "made.up", String.valueOf(misfired.toBeRun()));
        } else if (event instanceof JobEvent.FailedOver) {
            count("elasticjob.failovers", "job", event.jobName());
        } else if (event instanceof JobEvent.Missed) {
            count("elasticjob.missed", "job", event.jobName());
        } else if (event instanceof JobEvent.Reported) {
            count("elasticjob.reports", "job", event.jobName());
        }
    }

    private void lateness(String jobName, JobEvent.Run run, Instant due) {
        Duration late = Duration.between(due, run.begunAt());
        for (MeterRegistry each : meters) {
            Timer.builder("elasticjob.lateness")
                    .description("From the instant of the cron to the begin of an item's code")
                    .tags("job", jobName, "source", text(run.source()))
                    .register(each)
                    .record(late.isNegative() ? Duration.ZERO : late);
        }
    }

    private void ended(JobEvent event, JobEvent.Run run, String result) {
        running(event.jobName()).decrementAndGet();
        Duration duration = Duration.between(run.begunAt(), event.at());
        for (MeterRegistry each : meters) {
            runs(each, event.jobName(), result, run.source()).record(duration.isNegative() ? Duration.ZERO : duration);
        }
    }

    private static String text(RunSource source) {
        return source.name().toLowerCase(Locale.ROOT);
    }

    private AtomicInteger running(String jobName) {
        if (!running.containsKey(jobName)) {
            register(jobName);
        }
        return running.get(jobName);
    }

    private void count(String name, String... tags) {
        meters.forEach(each -> each.counter(name, tags).increment());
    }
}
