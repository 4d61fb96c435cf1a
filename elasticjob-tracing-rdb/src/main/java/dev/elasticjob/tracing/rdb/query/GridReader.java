package dev.elasticjob.tracing.rdb.query;

import dev.elasticjob.tracing.rdb.schema.Layout;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads the rows of a job, the latest first, until there are enough runs. The ids of rows written by this product identify the run. The
 * ids of rows written by ElasticJob do not; there, a repeated item starts a new run.
 */
final class GridReader {

    static final int MOST_RUNS = 500;

    private static final int CHUNK = 500;
    private static final int MOST_ROWS = 200_000;

    /** Length of the part of an id that all items of a run share; a dash follows. Must match the writer. */
    private static final int RUN_KEY = 16;

    private static final int OUR_LENGTH = 37;

    private final Layout layout;
    private final String jobName;
    private final int wanted;
    private final Map<String, Map<Integer, RunGrid.Cell>> runs = new LinkedHashMap<>();
    private int foreignRuns;

    private record Found(String id, int item, RunGrid.Cell cell) {}

    GridReader(Layout layout, String jobName, int wanted) {
        this.layout = layout;
        this.jobName = jobName;
        this.wanted = wanted;
    }

    List<RunGrid.Run> read(Connection connection) throws SQLException {
        int rows = 0;
        Found last = null;
        boolean enough = false;
        while (rows < MOST_ROWS) {
            Select select = new Select(
                            "id, sharding_item, is_success, execution_source, ip, start_time, complete_time", layout)
                    .is("job_name", jobName)
                    .where("start_time IS NOT NULL")
                    .orderBy("start_time", false);
            if (last != null) {
                select.after("start_time", false, Timestamp.from(last.cell().start()), last.id());
            }
            List<Found> chunk = select.read(connection, CHUNK, GridReader::found);
            chunk.forEach(this::add);
            rows += chunk.size();
            // Read one more chunk than needed: the first items of the oldest run may have started long before its last
            // item.
            if (chunk.size() < CHUNK || enough) {
                break;
            }
            enough = runs.size() > wanted;
            last = chunk.get(CHUNK - 1);
        }
        List<RunGrid.Run> result = new ArrayList<>();
        for (Map<Integer, RunGrid.Cell> items : runs.values()) {
            if (result.size() == wanted) {
                break;
            }
            Instant start = items.values().stream()
                    .map(RunGrid.Cell::start)
                    .min(Instant::compareTo)
                    .orElseThrow();
            result.add(new RunGrid.Run(start, new TreeMap<>(items)));
        }
        return result;
    }

    private static Found found(Row row) throws SQLException {
        Optional<Instant> end = row.time("complete_time");
        return new Found(
                row.text("id"),
                row.number("sharding_item"),
                new RunGrid.Cell(
                        row.text("id"),
                        Result.of(row.flag("is_success"), end.isPresent()),
                        row.text("execution_source"),
                        row.text("ip"),
                        row.time("start_time").orElseThrow(),
                        end,
                        1));
    }

    private void add(Found row) {
        boolean isOfThisEngine = row.id().length() == OUR_LENGTH && row.id().charAt(RUN_KEY) == '-';
        String key = isOfThisEngine ? row.id().substring(0, RUN_KEY) : "foreign " + foreignRuns;
        if (!isOfThisEngine && runs.containsKey(key) && runs.get(key).containsKey(row.item())) {
            key = "foreign " + ++foreignRuns;
        }
        // Rows are read latest first, so further rows of an item are earlier attempts.
        runs.computeIfAbsent(key, each -> new TreeMap<>())
                .merge(
                        row.item(),
                        row.cell(),
                        (latest, earlier) -> new RunGrid.Cell(
                                latest.id(),
                                latest.result(),
                                latest.source(),
                                latest.ip(),
                                latest.start(),
                                latest.end(),
                                latest.attempts() + 1));
    }
}
