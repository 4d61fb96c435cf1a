package dev.elasticjob.spring.boot;

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

/** Counts what happens to the jobs of this process, in every registry of meters that it is bound to. */
public class JobMetrics implements TracingListener, MeterBinder {

    private final Supplier<JobsReport> report;
    private final List<MeterRegistry> meters = new CopyOnWriteArrayList<>();
    private final Map<String, AtomicInteger> running = new ConcurrentHashMap<>();

    /** @param report asked when somebody reads a gauge */
    public JobMetrics(Supplier<JobsReport> report) {
        this.report = report;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        meters.add(registry);
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
            count("elasticjob.misfires", "job", event.jobName(), "made.up", String.valueOf(misfired.toBeRun()));
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
                    .tags("job", jobName, "source", text(run))
                    .register(each)
                    .record(late.isNegative() ? Duration.ZERO : late);
        }
    }

    private void ended(JobEvent event, JobEvent.Run run, String result) {
        running(event.jobName()).decrementAndGet();
        Duration took = Duration.between(run.begunAt(), event.at());
        for (MeterRegistry each : meters) {
            Timer.builder("elasticjob.runs")
                    .description("Runs of items: how many, and how long they took")
                    .tags("job", event.jobName(), "result", result, "source", text(run))
                    .register(each)
                    .record(took.isNegative() ? Duration.ZERO : took);
        }
    }

    private static String text(JobEvent.Run run) {
        return run.source().name().toLowerCase(Locale.ROOT);
    }

    private AtomicInteger running(String jobName) {
        return running.computeIfAbsent(jobName, name -> {
            AtomicInteger number = new AtomicInteger();
            meters.forEach(each -> Gauge.builder("elasticjob.running", number, AtomicInteger::get)
                    .description("Items whose code runs in this process")
                    .tag("job", name)
                    .register(each));
            return number;
        });
    }

    private void count(String name, String... tags) {
        meters.forEach(each -> each.counter(name, tags).increment());
    }
}
