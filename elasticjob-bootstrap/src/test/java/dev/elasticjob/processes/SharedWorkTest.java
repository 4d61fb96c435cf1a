package dev.elasticjob.processes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedWorkTest {

    private static final int ITEMS = 6;
    private static final int RUNS = 5;

    @Test
    void three_processes_share_six_items_every_second_and_no_fire_runs_twice(@TempDir Path data) throws Exception {
        try (Cluster cluster = new Cluster("shared", data);
                RegistryView view = cluster.view()) {
            cluster.start(3);
            cluster.order("schedule ticks " + ITEMS + " * * * * * ?");
            Map<Long, Set<Integer>> shares = view.awaitOwners("ticks", ITEMS, 3);
            assertThat(shares.values()).allSatisfy(share -> assertThat(share).hasSize(ITEMS / 3));
            Journal journal = cluster.journal();
            int lines = journal.lines().size();
            journal.await(
                    RUNS + " more runs of every item",
                    all -> IntStream.range(0, ITEMS)
                            .allMatch(item -> processesOf(item, all, lines).size() >= RUNS));
            cluster.terminateAll();

            shares.forEach((pid, items) -> items.forEach(item -> {
                List<Long> processes = processesOf(item, journal, lines);
                // The first run may have started on the previous owner.
                assertThat(processes.subList(1, RUNS))
                        .as("processes of item " + item)
                        .containsOnly(pid);
            }));
            journal.assertNoFireRanTwice("ticks");
            journal.assertNothingOverlaps("ticks");
        }
    }

    /** Returns the processes that started runs of an item after the given number of lines. */
    private static List<Long> processesOf(int item, Journal journal, int lines) {
        return journal.runsAfter(lines)
                .filter(run -> run.what().equals("begin") && run.item() == item)
                .map(Journal.Run::pid)
                .toList();
    }
}
