package dev.elasticjob.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.engine.requests.RunBarrier;
import dev.elasticjob.engine.requests.RunBarrier.Side;
import dev.elasticjob.engine.requests.RunBarrier.Step;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistryLimits;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.memory.MemoryTree;
import dev.elasticjob.registry.memory.TreeListener;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RunBarrierTest {

    private static final Instant NOW = Instant.parse("2026-03-01T00:00:00Z");

    private final MemoryTree tree = new MemoryTree(new RegistryLimits(900_000, 512 * 1024), new TreeListener() {
        @Override
        public void created(String path) {}

        @Override
        public void deleted(String path) {}

        @Override
        public void dataSet(String path) {}
    });
    private Random random = new Random(1);

    @BeforeEach
    void aJob() {
        write(Transaction.builder().create("/job", "", Mode.PERSISTENT).create("/job/config", "", Mode.PERSISTENT));
        write(Transaction.builder().create("/job/sharding", "", Mode.PERSISTENT));
        for (int item = 0; item < 4; item++) {
            write(Transaction.builder().create("/job/sharding/" + item, "", Mode.PERSISTENT));
        }
    }

    private void write(Transaction.Builder transaction) {
        assertThat(tree.commit(1, transaction.build(), NOW)).isInstanceOf(CommitResult.Committed.class);
    }

    /** An instance that takes items through a barrier: each of its steps happens at a separate moment. */
    private final class Comer {
        final RunBarrier barrier;
        ReadResult.Snapshot read;
        Step.Commit toCommit;
        int calls;
        boolean passed;
        String waitsFor = "";

        Comer(RunBarrier barrier) {
            this.barrier = barrier;
        }

        /** Whether there was something to do. */
        boolean step() {
            if (passed) {
                return false;
            }
            if (toCommit != null) {
                // Whether it was committed or not, and whether the answer was received: it reads and decides again.
                if (random.nextInt(4) > 0) {
                    tree.commit(7, toCommit.transaction(), NOW);
                }
                toCommit = null;
                return true;
            }
            if (read == null || random.nextInt(3) == 0) {
                read = tree.read(barrier.toRead());
                return true;
            }
            Step step = barrier.decide(read, NOW);
            read = null;
            if (step instanceof Step.Commit commit) {
                toCommit = commit;
            } else if (step instanceof Step.Call) {
                calls++;
                barrier.called();
            } else if (step instanceof Step.Wait wait) {
                waitsFor = wait.forWhat();
            } else {
                passed = true;
            }
            return true;
        }
    }

    private Comer comer(String runId, boolean manual, Integer... items) {
        return comer(Side.STARTED, runId, manual, items);
    }

    private Comer comer(Side side, String runId, boolean manual, Integer... items) {
        return new Comer(new RunBarrier(
                "job",
                side,
                runId,
                manual,
                new TreeSet<>(List.of(items)),
                4,
                "instance",
                Duration.ofSeconds(10),
                () -> Long.toString(random.nextLong() >>> 1, 36)));
    }

    private void runAll(List<Comer> comers, int steps) {
        for (int i = 0; i < steps; i++) {
            comers.get(random.nextInt(comers.size())).step();
        }
    }

    private int calls(List<Comer> comers) {
        return comers.stream().mapToInt(each -> each.calls).sum();
    }

    @Test
    void whatever_the_order_of_steps_one_of_those_who_come_calls_and_all_pass() {
        for (int seed = 1; seed <= 300; seed++) {
            random = new Random(seed);
            List<Comer> comers = List.of(
                    comer("run-" + seed, false, 0), comer("run-" + seed, false, 1, 2), comer("run-" + seed, false, 3));
            runAll(comers, 400);
            assertThat(comers).as("seed %d", seed).allMatch(each -> each.passed);
            assertThat(calls(comers)).as("calls with seed %d", seed).isEqualTo(1);
        }
    }

    @Test
    void those_who_were_asked_one_by_one_find_each_other() {
        for (int seed = 1; seed <= 300; seed++) {
            random = new Random(seed);
            List<Comer> comers = List.of(
                    comer("trigger-a" + seed, true, 0, 1),
                    comer("trigger-b" + seed, true, 2),
                    comer("trigger-c" + seed, true, 3));
            runAll(comers, 600);
            assertThat(comers).as("seed %d", seed).allMatch(each -> each.passed);
            assertThat(calls(comers)).as("calls with seed %d", seed).isEqualTo(1);
            List<Comer> completed = List.of(
                    comer(Side.COMPLETED, "trigger-b" + seed, true, 2),
                    comer(Side.COMPLETED, "trigger-a" + seed, true, 0, 1),
                    comer(Side.COMPLETED, "trigger-c" + seed, true, 3));
            runAll(completed, 600);
            assertThat(calls(completed))
                    .as("calls at the end with seed %d", seed)
                    .isEqualTo(1);
        }
    }

    @Test
    void nobody_passes_before_the_last_has_come() {
        Comer first = comer("run", false, 0, 1);
        Comer second = comer("run", false, 2);
        runAll(List.of(first, second), 200);
        assertThat(List.of(first, second)).noneMatch(each -> each.passed).allMatch(each -> each.barrier.hasCome());
        assertThat(first.waitsFor).isEqualTo("items [3]");
        Comer last = comer("run", false, 3);
        List<Comer> all = List.of(first, second, last);
        runAll(all, 300);
        assertThat(all).allMatch(each -> each.passed);
        assertThat(calls(all)).isEqualTo(1);
    }

    @Test
    void a_slow_instance_may_be_some_runs_behind() {
        List<Comer> slow = new ArrayList<>();
        for (int run = 0; run < 4; run++) {
            Comer fast = comer("run-" + run, false, 0, 1, 2);
            runAll(List.of(fast), 100);
            assertThat(fast.passed).isFalse();
        }
        for (int run = 0; run < 4; run++) {
            slow.add(comer("run-" + run, false, 3));
            runAll(List.of(slow.get(run)), 100);
        }
        assertThat(slow).allMatch(each -> each.passed && each.calls == 1);
    }

    @Test
    void a_claimer_that_died_is_waited_for_and_its_call_is_not_repeated() {
        Comer dies = comer("run", false, 0, 1, 2, 3);
        while (dies.calls == 0) {
            dies.step();
        }
        Comer takesOver = comer("run", false, 2);
        runAll(List.of(takesOver), 100);
        assertThat(takesOver.passed).isFalse();
        assertThat(takesOver.calls).isZero();
        assertThat(takesOver.waitsFor).isEqualTo("the callback on instance");
    }

    @Test
    void a_job_that_was_removed_holds_nobody_up_and_nothing_is_written_to_it() {
        write(Transaction.builder().delete("/job/config", Transaction.ANY_VERSION));
        Comer comer = comer("run", false, 0);
        runAll(List.of(comer), 50);
        assertThat(comer.passed).isTrue();
        assertThat(tree.node("/job/guarantee")).isEmpty();
    }
}
