package dev.elasticjob.console.pages;

import dev.elasticjob.tracing.rdb.schema.Schema;
import dev.elasticjob.tracing.rdb.schema.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import javax.sql.DataSource;

/** History of the 24 hours before the test, in the format that workers write, as data for charts and grids. */
final class PastRuns {

    private static final Duration DAY = Duration.ofHours(24);
    private static final String CAUSE = "java.lang.IllegalStateException: The file of partner 1 has no header\n"
            + "\tat com.example.partners.Imports.execute(Imports.java:42)\n"
            + "\tat com.example.partners.Imports.run(Imports.java:17)";

    private final PreparedStatement insert;
    private int number;

    private PastRuns(PreparedStatement insert) {
        this.insert = insert;
    }

    static void write(DataSource database) {
        try (Connection connection = database.getConnection()) {
            Schema schema = Schema.of(connection);
            schema.require(connection, Table.EXECUTIONS);
            schema.require(connection, Table.STATES);
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO JOB_EXECUTION_LOG (id, job_name, task_id, hostname, ip,"
                            + " sharding_item, execution_source, failure_cause, is_success, start_time, complete_time)"
                            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
                PastRuns runs = new PastRuns(insert);
                runs.add("invoices", 3, Duration.ofMinutes(5), 0);
                runs.add("reports", 1, Duration.ofMinutes(15), 0);
                runs.add("imports", 2, Duration.ofMinutes(40), 7);
                runs.add("orders", 2, Duration.ofMinutes(30), 0);
                insert.executeBatch();
            }
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** @param failing one in this number of runs fails; 0 for none */
    private void add(String job, int items, Duration distance, int failing) throws SQLException {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MINUTES);
        int run = 0;
        for (Instant at = now.minus(DAY); at.isBefore(now); at = at.plus(distance)) {
            run++;
            number++;
            for (int item = 0; item < items; item++) {
                boolean failed = failing > 0 && run % failing == 0 && item == 1;
                boolean moved = run % 11 == 0 && item == 0;
                long millis = 800 + 137L * (run * 7 + item * 3) % 9000;
                insert.setString(1, String.format("%016d-%020d", number, item));
                insert.setString(2, job);
                insert.setString(3, job + "@-@" + item + "@-@READY@-@10.0.0.7@-@4711");
                insert.setString(4, "batch-7");
                insert.setString(5, "10.0.0.7");
                insert.setInt(6, item);
                insert.setString(7, moved ? "FAILOVER" : "NORMAL_TRIGGER");
                insert.setString(8, failed ? CAUSE : null);
                insert.setBoolean(9, !failed);
                insert.setTimestamp(10, Timestamp.from(at));
                insert.setTimestamp(11, Timestamp.from(at.plusMillis(millis)));
                insert.addBatch();
            }
        }
    }
}
