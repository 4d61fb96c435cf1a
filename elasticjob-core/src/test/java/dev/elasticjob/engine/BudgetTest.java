package dev.elasticjob.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.context.EngineSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Exact numbers of requests and of runs, in simulated time. On a real clock they depend on the speed of the machine: ends of
 * runs that are further apart than {@link EngineSettings#finishGrace()} are recorded by separate transactions, and fires that
 * fall due while the process is stalled are merged into one run.
 */
class BudgetTest {

    private static final int ITEMS = 200;
    private static final Pattern COMMIT = Pattern.compile("registry: ([a-z ]+) \\[.*-> committed \\d+");

    private SimWorld world;
    private SimProcess.Behaviour behaviour;
    private int logged;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 50);
    }

    private void newWorld(long seed) {
        world = new SimWorld(seed, true);
        behaviour = new SimProcess.Behaviour(world);
        behaviour.throwing = 0;
        behaviour.duration = run -> 100;
    }

    private SimProcess start(int number, JobConfiguration config) {
        return new SimProcess(world, "P" + number, "10.0.0." + number, config, behaviour, new SimConfig());
    }

    private static JobConfiguration oneOff() {
        return SimConfig.config("", ITEMS, false, true, true, false);
    }

    /** The lines logged since the last call. */
    private List<String> news() {
        List<String> all = world.history();
        List<String> result = List.copyOf(all.subList(logged, all.size()));
        logged = all.size();
        return result;
    }

    private static List<String> commits(List<String> lines) {
        List<String> names = new ArrayList<>();
        for (String line : lines) {
            if (line.contains("registry: ")) {
                Matcher commit = COMMIT.matcher(line);
                names.add(commit.find() ? commit.group(1) : line);
            }
        }
        return names;
    }

    private static long reads(List<String> lines) {
        return lines.stream().filter(line -> line.contains("   reads ")).count();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void the_first_run_of_a_new_job_takes_three_reads_and_four_transactions(long seed) {
        newWorld(seed);
        start(1, oneOff()).execute("first", RunSource.ONE_OFF);
        world.runUntil(20_000);
        assertThat(world.checks.all).hasSize(ITEMS);
        List<String> lines = news();
        assertThat(commits(lines)).as("of seed " + seed).hasSize(4).endsWith("start", "finish");
        assertThat(reads(lines)).as("reads of seed " + seed).isLessThanOrEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_later_run_takes_one_read_one_start_and_one_finish(long seed) {
        newWorld(seed);
        SimProcess only = start(1, oneOff());
        only.execute("first", RunSource.ONE_OFF);
        world.runUntil(20_000);
        news();
        only.execute("second", RunSource.ONE_OFF);
        world.runUntil(40_000);
        List<String> lines = news();
        assertThat(commits(lines)).as("of seed " + seed).containsExactly("start", "finish");
        assertThat(reads(lines)).as("reads of seed " + seed).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_fire_takes_one_read_one_start_and_one_finish(long seed) {
        newWorld(seed);
        start(1, SimConfig.config("0/10 * * * * ?", ITEMS, false, true, true, false));
        world.runUntil(15_000);
        assertThat(world.checks.all).hasSize(ITEMS);
        news();
        world.runUntil(45_000);
        assertThat(world.checks.all).hasSize(4 * ITEMS);
        List<String> lines = news();
        assertThat(commits(lines))
                .as("of seed " + seed)
                .containsExactly("start", "finish", "start", "finish", "start", "finish");
        assertThat(reads(lines)).as("reads of seed " + seed).isEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void ends_within_the_quiet_time_are_recorded_by_one_transaction_and_later_ones_by_another(long seed) {
        long quiet = EngineSettings.DEFAULT.finishGrace().toMillis();
        newWorld(seed);
        // The last one keeps the others from being recorded as all that was running.
        behaviour.duration = run -> run.item() == ITEMS - 1 ? 5_000 : 100 + run.item() % (quiet - 5);
        start(1, oneOff()).execute("first", RunSource.ONE_OFF);
        world.runUntil(20_000);
        assertThat(commits(news())).as("of seed " + seed).hasSize(5).endsWith("start", "finish", "finish");
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void scaling_from_one_instance_to_five_and_back_runs_every_fire_once_for_every_item(long seed) {
        int items = 10;
        int seconds = 60;
        newWorld(seed);
        JobConfiguration config = SimConfig.config("0/2 * * * * ?", items, false, true, true, false);
        List<SimProcess> processes = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            processes.add(start(i, config));
            world.runUntil(i * 6_000);
        }
        for (int i = 0; i < 4; i++) {
            processes.get(i).leave();
            world.runUntil((6 + i) * 6_000);
        }
        world.runUntil(seconds * 1_000);
        assertThat(world.checks.all.stream().map(each -> each.process().name).distinct())
                .as("instances that ran items with seed " + seed)
                .hasSize(5);
        Map<Instant, Map<Integer, Integer>> runs = new TreeMap<>();
        world.checks.all.forEach(
                each -> runs.computeIfAbsent(each.run.scheduledAt().orElseThrow(), key -> new TreeMap<>())
                        .merge(each.run.item(), 1, Integer::sum));
        List<Instant> fires = new ArrayList<>(runs.keySet());
        assertThat(fires).as("fires of seed " + seed).hasSizeGreaterThanOrEqualTo(seconds / 2 - 1);
        for (int i = 1; i < fires.size(); i++) {
            assertThat(Duration.between(fires.get(i - 1), fires.get(i)))
                    .as("after " + fires.get(i - 1) + " with seed " + seed)
                    .isEqualTo(Duration.ofSeconds(2));
        }
        assertThat(runs).as("of seed " + seed).allSatisfy((fire, each) -> {
            assertThat(each).as("items at " + fire).hasSize(items);
            assertThat(each.values()).as("runs at " + fire).containsOnly(1);
        });
    }
}
