package dev.elasticjob.lite2x;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Moves jobs from two processes of 2.1.5 to two of this engine and back, with the settings of operators. */
class LiveMoveTest extends OnZookeeper {

    /** Long enough to determine the fire of a run from its start time. */
    private static final int PERIOD_SECONDS = 4;

    private static final String CRON = "0/" + PERIOD_SECONDS + " * * * * ?";
    private static final int DISABLED_ITEM = 3;

    private final List<ProgramProcess> processes = new ArrayList<>();

    /** Run of an item; fires are numbered. */
    private record Run(String job, int item, int total, long fire) {

        static Run parse(String line) {
            String[] words = line.split(" ");
            return new Run(
                    words[1],
                    Integer.parseInt(words[2]),
                    Integer.parseInt(words[3]),
                    Long.parseLong(words[4]) / 1000 / PERIOD_SECONDS);
        }
    }

    /** A period in which no instance was registered, in milliseconds: a fire that is due in it is not owed. */
    private record Gap(long from, long to) {

        boolean contains(long fire) {
            long at = fire * PERIOD_SECONDS * 1000;
            return at >= from && at <= to;
        }
    }

    @AfterEach
    void endProcesses() {
        processes.forEach(ProgramProcess::close);
    }

    /** Starts a process that connects but runs no job yet. */
    private ProgramProcess connected(String classPath) throws IOException, InterruptedException {
        ProgramProcess process = ProgramProcess.start(classPath, "Mover", servers(), namespace, CRON);
        processes.add(process);
        process.awaitLine("ready: to start"::equals);
        return process;
    }

    private static void go(ProgramProcess... all) throws IOException, InterruptedException {
        for (ProgramProcess each : all) {
            each.go();
        }
        for (ProgramProcess each : all) {
            each.awaitLine("ready: to run"::equals);
        }
    }

    private static List<Run> runs(ProgramProcess process, String job) {
        return process.printed().stream()
                .filter(line -> line.startsWith("run: "))
                .map(Run::parse)
                .filter(run -> run.job().equals(job))
                .toList();
    }

    private List<Run> allRuns(String job) {
        return processes.stream().flatMap(each -> runs(each, job).stream()).toList();
    }

    /** Waits until all enabled items have run for one more fire, and returns its number. */
    private long awaitFire() {
        long before = lastFire();
        await("one more fire").until(() -> lastFire() > before);
        return lastFire();
    }

    private long lastFire() {
        return allRuns("moved").stream()
                .filter(run -> run.total() > DISABLED_ITEM)
                .collect(Collectors.groupingBy(Run::fire, Collectors.mapping(Run::item, Collectors.toSet())))
                .entrySet()
                .stream()
                .filter(each -> each.getValue().containsAll(Set.of(0, 1, 2)))
                .mapToLong(Map.Entry::getKey)
                .max()
                .orElse(0);
    }

    private void operatorSets() {
        center.update(
                "/moved/config",
                center.get("/moved/config").replace("\"shardingTotalCount\":2", "\"shardingTotalCount\":4"));
        center.persist("/moved/sharding/" + DISABLED_ITEM + "/disabled", "");
        center.update(serverOfHalted(), "DISABLED");
    }

    private String serverOfHalted() {
        return "/halted/servers/" + center.getChildrenKeys("/halted/servers").get(0);
    }

    private boolean isLeader(ProgramProcess process) {
        return center.get("/moved/leader/election/instance").endsWith("@-@" + process.pid());
    }

    @Test
    void jobs_move_to_this_engine_and_back_and_every_item_runs_once_for_every_fire() throws Exception {
        String original = ProgramProcess.classPathOf2x();
        String adapter = ProgramProcess.classPathOfAdapter();
        ProgramProcess firstOld = connected(original);
        ProgramProcess secondOld = connected(original);
        go(firstOld, secondOld);
        operatorSets();
        String config = center.get("/moved/config");
        long first = awaitFire();
        ProgramProcess firstNew = connected(adapter);
        ProgramProcess secondNew = connected(adapter);
        go(firstNew, secondNew);

        // 2.1.5 may never assign the items again if its leader is the first to go.
        ProgramProcess leader = isLeader(firstOld) ? firstOld : secondOld;
        awaitFire();
        (leader == firstOld ? secondOld : firstOld).terminate();
        awaitFire();
        assertThat(runs(firstNew, "moved")).as("runs while 2.x is registered").isEmpty();
        assertThat(runs(secondNew, "moved")).as("runs while 2.x is registered").isEmpty();
        long leaving = System.currentTimeMillis();
        leader.terminate();
        await("an instance of this engine")
                .until(() ->
                        center.getChildrenKeys("/moved/instances").stream().anyMatch(id -> id.matches(".*@-@\\d+-.+")));
        Gap forth = new Gap(leaving, System.currentTimeMillis());
        awaitFire();
        awaitFire();
        assertThat(runs(firstNew, "moved")).isNotEmpty();
        assertThat(runs(secondNew, "moved")).isNotEmpty();
        assertThat(center.get("/moved/config")).isEqualTo(config);
        // 2.1.5 enables its server whenever it starts.
        assertThat(center.get(serverOfHalted())).isEqualTo("DISABLED");
        assertThat(Stream.of(firstNew, secondNew).flatMap(each -> runs(each, "halted").stream()))
                .isEmpty();

        ProgramProcess firstBack = connected(original);
        ProgramProcess secondBack = connected(original);
        awaitFire();
        leaving = System.currentTimeMillis();
        firstNew.terminate();
        secondNew.terminate();
        assertThat(center.getChildrenKeys("/moved/instances")).isEmpty();
        go(firstBack, secondBack);
        Gap back = new Gap(leaving, System.currentTimeMillis());
        awaitFire();
        long last = awaitFire();

        assertEachFireOnce(first, last, List.of(forth, back));
        assertThat(Stream.of(firstBack, secondBack).flatMap(each -> runs(each, "moved").stream()))
                .extracting(Run::fire)
                .contains(last);
        assertThat(center.get("/moved/config")).isEqualTo(config);
        assertThat(allRuns("moved")).noneMatch(run -> run.item() == DISABLED_ITEM);
    }

    private void assertEachFireOnce(long first, long last, List<Gap> gaps) {
        List<Long> owed = LongStream.rangeClosed(first, last)
                .filter(fire -> gaps.stream().noneMatch(gap -> gap.contains(fire)))
                .boxed()
                .toList();
        for (int item = 0; item < DISABLED_ITEM; item++) {
            int of = item;
            List<Long> ran = allRuns("moved").stream()
                    .filter(run -> run.item() == of && run.fire() >= first && run.fire() <= last)
                    .map(Run::fire)
                    .toList();
            assertThat(ran).as("fires of item " + item).doesNotHaveDuplicates().containsAll(owed);
        }
    }
}
