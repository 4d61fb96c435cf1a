package dev.elasticjob.chaos.fault;

import dev.elasticjob.chaos.cluster.Slot;
import dev.elasticjob.witness.TriedJob;
import dev.elasticjob.witness.Witness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Faults that affect one worker. */
final class WorkerFaults {

    private static final int SESSION = TriedJob.SESSION_TIMEOUT_MILLIS;

    private WorkerFaults() {}

    /** Kills a worker and restarts it before or after its session has expired. */
    static void kill(Injected injected) {
        Slot worker = injected.victim();
        injected.pause(0, 2000);
        worker.kill();
        injected.clear();
        injected.pause(0, 2 * SESSION);
        worker.start();
        worker.awaitReady();
    }

    static void stop(Injected injected) {
        Slot worker = injected.victim();
        injected.pause(0, 2000);
        worker.pause();
        injected.clear();
        injected.pause(SESSION + 1500, SESSION + 9000);
        worker.resume();
    }

    static void clock(Injected injected) {
        Slot worker = injected.victim();
        int seconds = injected.between(5, 40) * (injected.random().nextBoolean() ? 1 : -1);
        worker.stepClock(Duration.ofSeconds(seconds));
        injected.pause(6000, 12000);
        worker.stepClock(Duration.ZERO);
    }

    static void throwOnce(Injected injected) {
        for (TriedJob job : TriedJob.ALL) {
            Path directory = injected.cluster().chronicle().directory();
            Path file = Witness.throwOnce(directory, job.name(), injected.between(0, job.items() - 1));
            try {
                Files.write(file, new byte[0]);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
