package dev.elasticjob.tracing.rdb.query;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Last runs of a job and their items.
 *
 * @param jobName name of the job
 * @param runs the runs, the latest first
 */
public record RunGrid(String jobName, List<Run> runs) {

    public RunGrid {
        runs = List.copyOf(runs);
    }

    /**
     * Run over all instances.
     *
     * @param start start time of its first item
     * @param items known items; of several attempts, the last one
     */
    public record Run(Instant start, SortedMap<Integer, Cell> items) {
        public Run {
            items = Collections.unmodifiableSortedMap(new TreeMap<>(items));
        }

        /** Returns the number of items by result. */
        public Map<Result, Long> counts() {
            Map<Result, Long> counts = new TreeMap<>();
            items.values().forEach(cell -> counts.merge(cell.result(), 1L, Long::sum));
            return counts;
        }
    }

    /**
     * An item of a run.
     *
     * @param id id of the execution
     * @param attempts number of attempts
     */
    public record Cell(
            String id, Result result, String source, String ip, Instant start, Optional<Instant> end, int attempts) {}
}
