package dev.elasticjob.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.foreign.ForeignWorker;
import dev.elasticjob.lifecycle.domain.JobConfigurationPOJO;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Migrates jobs from processes of ElasticJob 3.0.4 to this engine, on the same ZooKeeper, while they fire. */
class LiveMoveTest extends OnZookeeper {

    /** Long enough to attribute a run that the other engine started late to its fire time. */
    private static final int PERIOD_SECONDS = 3;

    private static final String CRON = "0/" + PERIOD_SECONDS + " * * * * ?";
    private static final int DISABLED_ITEM = 3;

    /** Kept after the test, to diagnose failures. */
    private static final Path RECORD = Path.of("target", "foreign", "live-move.runs");

    private final List<ForeignProcess> processes = new ArrayList<>();

    @AfterEach
    void endProcesses() {
        processes.forEach(ForeignProcess::close);
    }

    /** A line written by a run. The other engine records the start time, this engine the fire time. */
    private record Run(boolean isOfThisEngine, long pid, String job, int item, Instant instant, String parameter) {

        static Run parse(String line) {
            String[] words = line.split(" ");
            long second = Instant.parse(words[4]).getEpochSecond();
            return new Run(
                    words[0].equals("new"),
                    Long.parseLong(words[1]),
                    words[2],
                    Integer.parseInt(words[3]),
                    Instant.ofEpochSecond(second - second % PERIOD_SECONDS),
                    words[5]);
        }
    }

    @BeforeEach
    void beginRecord() throws IOException {
        Files.createDirectories(RECORD.getParent());
        Files.deleteIfExists(RECORD);
        Files.createFile(RECORD);
    }

    private Stream<Run> runs(String job) {
        try {
            String text = Files.readString(RECORD);
            return text.substring(0, text.lastIndexOf('\n') + 1)
                    .lines()
                    .map(Run::parse)
                    .filter(run -> run.job().equals(job));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Instant latest(String job) {
        return runs(job).map(Run::instant).max(Instant::compareTo).orElse(Instant.EPOCH);
    }

    /**
     * Waits until all enabled items have run for the same fire time after the given one, and returns the latest such fire time.
     */
    private Instant awaitAllItemsAfter(Instant before) {
        return await("all items have run after " + before)
                .until(this::latestComplete, latest -> latest.isAfter(before));
    }

    private Instant latestComplete() {
        return itemsByInstant().entrySet().stream()
                .filter(each -> each.getValue().size() >= DISABLED_ITEM)
                .map(Map.Entry::getKey)
                .max(Instant::compareTo)
                .orElse(Instant.EPOCH);
    }

    private Map<Instant, List<Integer>> itemsByInstant() {
        return runs("moved")
                .collect(Collectors.groupingBy(
                        Run::instant, TreeMap::new, Collectors.mapping(Run::item, Collectors.toList())));
    }

    private ForeignProcess startOld() {
        ForeignProcess process = ForeignProcess.start(ForeignWorker.class, servers(), namespace, RECORD.toString());
        return schedule(process);
    }

    private ForeignProcess startNew() {
        ForeignProcess process = ForeignProcess.startOurs(MovedWorker.class, servers(), namespace, RECORD.toString());
        return schedule(process);
    }

    private ForeignProcess schedule(ForeignProcess process) {
        processes.add(process);
        for (String job : List.of("moved 4", "halted 1")) {
            process.order(job + " " + CRON);
            process.awaitLine(line -> line.startsWith("scheduled"));
        }
        return process;
    }

    @Test
    void a_job_is_taken_over_with_settings_and_marks_no_fire_runs_twice_and_there_is_a_way_back() {
        ForeignProcess firstOld = startOld();
        ForeignProcess secondOld = startOld();
        await("both of them run it")
                .until(() -> runs("moved").map(Run::pid).distinct().count() == 2);
        operatorSets();
        String config = tree.text("/moved/config").orElseThrow();
        String server = tree.children("/halted/servers").get(0);

        ForeignProcess firstNew = startNew();
        ForeignProcess secondNew = startNew();
        await("both instances of this engine report that they wait")
                .until(() -> Stream.of(firstNew, secondNew)
                        .allMatch(each -> each.log().contains("Instances of another engine are members of this job")));
        Instant first = awaitAllItemsAfter(latest("moved"));
        // Terminates the process that is not the leader: without its leader, the remaining process may never assign the
        // items again.
        secondOld.terminate();
        awaitAllItemsAfter(awaitAllItemsAfter(first));
        assertThat(runs("moved")).noneMatch(Run::isOfThisEngine);
        operations.jobOperate().shutdown("moved", null);
        operations.jobOperate().shutdown("halted", null);
        await("both new processes run it")
                .until(() -> runs("moved")
                                .filter(Run::isOfThisEngine)
                                .map(Run::pid)
                                .distinct()
                                .count()
                        == 2);
        firstOld.close();
        awaitAllItemsAfter(latest("moved"));

        assertNothingRanTwiceAndEachItemMovedOnce();
        assertThat(runs("moved").filter(Run::isOfThisEngine))
                .allMatch(run -> run.parameter().equals("edited"));
        assertThat(tree.text("/moved/config")).contains(config);
        assertThat(tree.exists("/moved/sharding/" + DISABLED_ITEM + "/disabled"))
                .isTrue();
        assertThat(tree.text("/halted/servers/" + server)).contains("DISABLED");
        assertThat(runs("halted").filter(Run::isOfThisEngine)).isEmpty();

        operations.shardingOperate().enable("moved", String.valueOf(DISABLED_ITEM));
        operations.jobOperate().enable("halted", null);
        await("what was disabled runs when the operator says so")
                .until(() -> runs("moved").anyMatch(run -> run.isOfThisEngine() && run.item() == DISABLED_ITEM)
                        && runs("halted").anyMatch(Run::isOfThisEngine));

        firstNew.terminate();
        secondNew.terminate();
        Instant lastNew = latest("moved");
        ForeignProcess back = startOld();
        await("all items have run after the way back")
                .until(() -> runs("moved")
                        .filter(run -> run.pid() == back.pid() && run.instant().isAfter(lastNew))
                        .map(Run::item)
                        .collect(Collectors.toSet())
                        .equals(Set.of(0, 1, 2, DISABLED_ITEM)));
    }

    private void operatorSets() {
        operations.shardingOperate().disable("moved", String.valueOf(DISABLED_ITEM));
        operations.jobOperate().disable("halted", null);
        JobConfigurationPOJO edited = operations.jobConfiguration().getJobConfiguration("moved");
        edited.setJobParameter("edited");
        operations.jobConfiguration().updateJobConfiguration(edited);
        await("the other engine goes by it")
                .until(() -> runs("moved").anyMatch(run -> run.parameter().equals("edited")));
    }

    /**
     * Compares the fire times of the new processes, and the order in which the runs of an item began. A run of the other engine
     * records only its start, which depends on the speed of the machine, not its fire time.
     */
    private void assertNothingRanTwiceAndEachItemMovedOnce() {
        assertThat(runs("moved").filter(Run::isOfThisEngine).map(run -> run.instant() + " item " + run.item()))
                .doesNotHaveDuplicates();
        for (int item = 0; item < DISABLED_ITEM; item++) {
            int of = item;
            List<Boolean> engines = runs("moved")
                    .filter(run -> run.item() == of)
                    .map(Run::isOfThisEngine)
                    .toList();
            assertThat(engines.subList(engines.indexOf(true), engines.size()))
                    .as("runs of item " + item + " from the first of a new process on")
                    .containsOnly(true);
        }
    }
}
