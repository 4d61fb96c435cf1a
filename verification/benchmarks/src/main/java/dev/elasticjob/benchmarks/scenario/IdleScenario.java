package dev.elasticjob.benchmarks.scenario;

import dev.elasticjob.benchmarks.process.Side;
import dev.elasticjob.benchmarks.process.Worker;
import dev.elasticjob.benchmarks.process.Worker.Options;
import dev.elasticjob.benchmarks.wire.CountingProxy;
import dev.elasticjob.benchmarks.wire.Traffic;
import java.time.Duration;
import java.util.Locale;

/** Measures a process whose jobs all wait for their next fire. */
public final class IdleScenario implements Scenario {

    private static final String NOT_SOON = "0 0 0 1 1 ? 2099";

    @Override
    public String name() {
        return "idle";
    }

    @Override
    public String description() {
        return "an idle process with 10,000 waiting jobs: CPU, traffic, threads";
    }

    @Override
    public void measure(Setting setting) {
        idle(setting, Side.SUBJECT, 10_000);
        if (!setting.quick()) {
            idle(setting, Side.REFERENCE, 1_000);
        }
    }

    private static void idle(Setting setting, Side side, int jobs) {
        try (CountingProxy proxy = new CountingProxy(setting.server().port());
                Worker worker = setting.worker(side, proxy)) {
            worker.startJobs("job", jobs, 1, NOT_SOON, Options.DEFAULT);
            // Waits until the work that follows a join is done.
            Setting.rest(Duration.ofSeconds(10));
            int threads = worker.stats().threads();
            int seconds = setting.quickOr(20, 60);
            Traffic before = proxy.traffic();
            Duration cpu = worker.cpu();
            Setting.rest(Duration.ofSeconds(seconds));
            double share = 100 * worker.cpu().minus(cpu).toNanos() / 1e9 / seconds;
            Traffic traffic = proxy.traffic().minus(before);
            String label = String.format(Locale.ROOT, "%,d jobs: ", jobs);
            if (side == Side.SUBJECT) {
                // Jobs share sessions. Each session sends its heartbeat as a request, to learn when the server
                // answered.
                setting.report().bounded(label + "CPU", "% of a core", share, 1);
                setting.report()
                        .alone(
                                label + "requests each second, all heartbeats",
                                "",
                                (double) traffic.requests() / seconds);
                setting.report().bounded(label + "notifications", "", traffic.notifications(), 0);
                setting.report().alone(label + "threads", "", threads);
            } else {
                setting.report()
                        .theirsAlone(
                                label + "CPU, requests, threads",
                                String.format(Locale.ROOT, "%.1f%%, %d, %d", share, traffic.requests(), threads));
            }
        }
    }
}
