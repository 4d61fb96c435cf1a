package dev.elasticjob.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.benchmarks.process.Server;
import dev.elasticjob.benchmarks.process.Side;
import dev.elasticjob.benchmarks.process.Worker;
import dev.elasticjob.benchmarks.process.Worker.Options;
import dev.elasticjob.benchmarks.wire.CountingProxy;
import dev.elasticjob.benchmarks.wire.Traffic;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Verifies that both engines can be measured, without judging the results. */
class SmokeTest {

    private static Server server;

    @BeforeAll
    static void start() {
        server = Server.start();
    }

    @AfterAll
    static void end() {
        server.close();
    }

    /** Drives repeatedly, because on a busy machine a second may pass without a run. */
    private static long driveUntilItemsHaveRun(Worker worker) {
        long runs = 0;
        for (int i = 0; i < 60 && runs == 0; i++) {
            runs = worker.drive(Duration.ofSeconds(1)).itemRuns();
        }
        return runs;
    }

    @ParameterizedTest
    @EnumSource
    void a_worker_starts_jobs_runs_them_and_is_counted(Side side) {
        try (CountingProxy proxy = new CountingProxy(server.port());
                Worker worker = Worker.start(side, Worker.Life.SHORT, proxy.connectString(), side.argument(), 60_000)) {
            Traffic before = proxy.traffic();
            worker.startJobs("job", 2, 3, "0 0 0 1 1 ? 2099", Options.DEFAULT);
            Traffic cost = proxy.traffic().minus(before);
            assertThat(cost.requests()).isPositive();
            assertThat(cost.roundTrips()).isPositive().isLessThanOrEqualTo(cost.requests());
            worker.load("load", 1, 2, true);
            assertThat(driveUntilItemsHaveRun(worker)).isPositive();
            // This project sets its watches after the join.
            assertThat(server.figure("zk_watch_count")).isPositive();
        }
    }
}
