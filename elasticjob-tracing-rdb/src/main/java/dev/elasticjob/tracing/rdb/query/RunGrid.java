package dev.elasticjob.tracing.rdb.query;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The last runs of a job and their items.
 *
 * @param runs the last first
 */
public record RunGrid(String jobName, List<Run> runs) {

    public RunGrid {
        runs = List.copyOf(runs);
    }

    /**
     * A run over all instances.
     *
     * @param start when the first of its items began
     * @param items what is known, by item; of several attempts the last
     */
    public record Run(Instant start, SortedMap<Integer, Cell> items) {
        public Run {
            items = Collections.unmodifiableSortedMap(new TreeMap<>(items));
        }

        /** How many of its items went how. */
        public Map<Result, Long> counts() {
            Map<Result, Long> counts = new TreeMap<>();
            items.values().forEach(cell -> counts.merge(cell.result(), 1L, Long::sum));
            return counts;
        }
    }

    /**
     * @param id of the execution
     * @param attempts how many there were
     */
    public record Cell(
            String id, Result result, String source, String ip, Instant start, Optional<Instant> end, int attempts) {}
}
