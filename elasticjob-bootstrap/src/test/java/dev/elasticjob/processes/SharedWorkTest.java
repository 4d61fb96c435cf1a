package dev.elasticjob.processes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Nothing else runs meanwhile: who is late by more than a second has missed an instant. */
@Isolated
class SharedWorkTest {

    private static final int ITEMS = 6;
    private static final int INSTANTS = 8;

    @Test
    void three_processes_share_six_items_every_second_and_none_is_lost_or_doubled(@TempDir Path data) throws Exception {
        try (Cluster cluster = new Cluster("shared", data)) {
            cluster.start(3);
            cluster.order("schedule ticks " + ITEMS + " * * * * * ?");
            Journal journal = cluster.journal();
            journal.await("all three have run", all -> processes(all).size() == 3);
            Instant first = journal.begun("ticks")
                    .map(run -> run.scheduledAt().orElseThrow())
                    .max(Instant::compareTo)
                    .orElseThrow()
                    .plusSeconds(1);
            List<Instant> instants =
                    IntStream.range(0, INSTANTS).mapToObj(first::plusSeconds).toList();
            Instant next = first.plusSeconds(INSTANTS);
            journal.awaitRun(
                    "a later instant", run -> !run.scheduledAt().orElseThrow().isBefore(next));
            cluster.terminateAll();

            Map<Instant, List<Integer>> items = journal.itemsByInstant("ticks");
            assertThat(instants)
                    .allSatisfy(instant -> assertThat(items.get(instant))
                            .as("items at " + instant)
                            .containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5));
            Map<Long, Set<Integer>> shares = journal.begun("ticks")
                    .filter(run -> instants.contains(run.scheduledAt().orElseThrow()))
                    .collect(Collectors.groupingBy(
                            Journal.Run::pid, Collectors.mapping(Journal.Run::item, Collectors.toSet())));
            assertThat(shares).hasSize(3);
            assertThat(shares.values()).allSatisfy(share -> assertThat(share).hasSize(ITEMS / 3));
            journal.assertNoInstantRanTwice("ticks");
            journal.assertNothingOverlaps("ticks");
        }
    }

    private static Set<Long> processes(Journal journal) {
        return journal.begun("ticks").map(Journal.Run::pid).collect(Collectors.toSet());
    }
}
