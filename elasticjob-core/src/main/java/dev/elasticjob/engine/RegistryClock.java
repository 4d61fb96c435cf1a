package dev.elasticjob.engine;

import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.context.Slot;
import dev.elasticjob.engine.view.Schedule;
import dev.elasticjob.registry.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Reads the registry's clock where a fire depends on it. */
final class RegistryClock {

    private final JobContext job;

    RegistryClock(JobContext job) {
        this.job = job;
    }

    /**
     * Reads the registry's clock if this machine's clock is ahead of what the last commit returned, and a fire is due by the
     * one and not by the other: the registry's clock may have been corrected since.
     */
    void readIfDecisive() {
        Instant clock = job.effects().now();
        Instant now = job.clocks().now();
        Optional<Schedule> schedule = job.schedule();
        if (schedule.isEmpty() || !clock.isAfter(now)) {
            return;
        }
        boolean isDecisive = schedule.get().latest(now, clock).isPresent();
        if (!isDecisive) {
            schedule.get().next(clock).ifPresent(next -> job.needs().wakeAfter(Duration.between(clock, next)));
        } else if (job.needs()
                        .hasComeOrWake(job.clocks().reliableUntil(job.settings().clockReading()))
                && job.commits().isFree(Slot.MEMBER)) {
            job.view()
                    .node(job.tree().server(job.serverIp()))
                    .ifPresent(server -> job.commits()
                            .send(
                                    Slot.MEMBER,
                                    "read the registry's clock",
                                    Transaction.builder().set(server.path(), server.data(), server.version())));
        }
    }
}
