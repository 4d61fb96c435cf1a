package dev.elasticjob.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.registry.memory.InMemoryRegistry;
import dev.elasticjob.registry.memory.InMemoryRegistryCenter;
import dev.elasticjob.type.VisibleText;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Mutates texts in the nodes of a running job: the worker survives, its other jobs run, no item runs endlessly, and the job runs again
 * after its configuration is repaired and it is restarted. Runs for 5 s; {@code -Dfuzz.seconds=3600} for longer, {@code -Dfuzz.seed=…} to
 * repeat a run.
 */
class WorkerRegistryFuzzTest {

    private static final long LIMIT_SECONDS = 60;
    private static final int ROUNDS_BETWEEN_REPAIRS = 20;
    private static final String LEADER = "/job/leader/election/instance";
    private static final int LONGEST_SHOWN = 500;
    private static final int RUNS_PER_SECOND = 20;

    private final InMemoryRegistryCenter center = new InMemoryRegistryCenter(new InMemoryRegistry(), "fuzzed");
    private final Semaphore ran = new Semaphore(0);
    private final Map<Integer, Integer> runs = new ConcurrentHashMap<>();

    @Test
    void a_worker_survives_mutated_texts_and_runs_the_job_after_a_repair(TestReporter reporter)
            throws InterruptedException {
        center.init();
        int rounds = 0;
        try (Fuzzing fuzzing = new Fuzzing(5);
                FuzzedRegistry registry = new FuzzedRegistry(center)) {
            OneOffJobBootstrap healthy = new OneOffJobBootstrap(
                    center,
                    (SimpleJob) context -> {},
                    JobConfiguration.newBuilder("healthy", 2).build());
            ScheduleJobBootstrap fuzzed = startFuzzed();
            requireRun("seed " + Fuzzing.SEED + ", before the first mutation", registry);
            String config = registry.texts("/job").get("/job/config");

            for (; fuzzing.continues(); rounds++) {
                String what = "seed %d, round %d: %s".formatted(Fuzzing.SEED, rounds, shown(mutate(fuzzing, registry)));
                healthy.execute().orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join();
                assertThat(fuzzing.uncaught()).as(what).isEmpty();
                if (rounds % ROUNDS_BETWEEN_REPAIRS == ROUNDS_BETWEEN_REPAIRS - 1) {
                    fuzzed.shutdown();
                    repair(registry, config);
                    fuzzed = startFuzzed();
                    requireRun(what, registry);
                }
                int most = RUNS_PER_SECOND * (int) (fuzzing.seconds() + 5);
                assertThat(runs.values()).as(what).allMatch(count -> count < most);
            }
            fuzzed.shutdown();
            repair(registry, config);
            fuzzed = startFuzzed();
            requireRun("seed " + Fuzzing.SEED + ", at the end", registry);
            fuzzed.shutdown();
            healthy.shutdown();
        } finally {
            center.close();
        }
        reporter.publishEntry("rounds with seed " + Fuzzing.SEED, String.valueOf(rounds));
        assertThat(rounds).isPositive();
    }

    private ScheduleJobBootstrap startFuzzed() {
        ran.drainPermits();
        ScheduleJobBootstrap result = new ScheduleJobBootstrap(
                center,
                (SimpleJob) context -> {
                    runs.merge(context.getShardingItem(), 1, Integer::sum);
                    ran.release();
                },
                JobConfiguration.newBuilder("job", 3)
                        .cron("0/1 * * * * ?")
                        .failover(true)
                        .build());
        result.schedule();
        return result;
    }

    /** Returns the mutated nodes. */
    private static Map<String, String> mutate(Fuzzing fuzzing, FuzzedRegistry registry) {
        Map<String, String> before = registry.texts("/job");
        List<String> paths = List.copyOf(before.keySet());
        Map<String, String> result = new ConcurrentHashMap<>();
        for (int left = 1 + fuzzing.random.nextInt(3); left > 0; left--) {
            String path = fuzzing.any(paths);
            String text = fuzzing.mutated(before.get(path));
            if (registry.put(path, text)) {
                result.put(path, text);
            }
        }
        return result;
    }

    /** Repairs the job like an operator: restores the configuration, enables the servers, and deletes a leader that does not exist. */
    private static void repair(FuzzedRegistry registry, String config) {
        registry.put("/job/config", config);
        Map<String, String> texts = registry.texts("/job");
        String leader = texts.getOrDefault(LEADER, "");
        if (!texts.containsKey("/job/instances/" + leader)) {
            registry.delete(LEADER);
        }
        registry.texts("/job/servers").keySet().stream()
                .filter(path -> path.startsWith("/job/servers/"))
                .forEach(path -> registry.put(path, "ENABLED"));
    }

    private void requireRun(String what, FuzzedRegistry registry) throws InterruptedException {
        if (!ran.tryAcquire(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            fail(what + "\nThe job does not run. Its nodes: " + shown(registry.texts("/job")));
        }
    }

    private static String shown(Map<String, String> texts) {
        return texts.entrySet().stream()
                .map(each -> each.getKey() + " = " + VisibleText.beginning(each.getValue(), LONGEST_SHOWN))
                .collect(Collectors.joining("\n", "\n", ""));
    }
}
