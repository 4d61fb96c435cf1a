package dev.elasticjob.tracing.rdb.server;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Database server for one test. */
public interface TestDatabase extends AutoCloseable {

    /** Creates an empty database. */
    DataSource fresh() throws SQLException;

    /** Returns the statements with which ElasticJob 3.0.4 creates the tables. */
    List<String> tablesOfElasticJob();

    @Override
    void close();

    static void execute(DataSource dataSource, String... statements) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    /** Returns all rows, with the columns as texts. */
    static List<List<String>> rows(DataSource dataSource, String query) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<List<String>> result = new ArrayList<>();
            while (rows.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.add(rows.getString(i));
                }
                result.add(row);
            }
            return result;
        }
    }

    static long count(DataSource dataSource, String fromWhere) throws SQLException {
        return Long.parseLong(
                rows(dataSource, "SELECT COUNT(*) FROM " + fromWhere).get(0).get(0));
    }

    /** Returns the tables of ElasticJob 3.0.4, with the types that differ between databases. */
    static List<String> tablesOfElasticJob(String key, String flag, String time) {
        return List.of(
                "CREATE TABLE JOB_EXECUTION_LOG (" + key + ", job_name VARCHAR(100) NOT NULL,"
                        + " task_id VARCHAR(255) NOT NULL, hostname VARCHAR(255) NOT NULL, ip VARCHAR(50) NOT NULL,"
                        + " sharding_item INT NOT NULL, execution_source VARCHAR(20) NOT NULL,"
                        + " failure_cause VARCHAR(4000) NULL, is_success " + flag + " NOT NULL, start_time " + time
                        + " NULL, complete_time " + time + " NULL)",
                "CREATE TABLE JOB_STATUS_TRACE_LOG (" + key + ", job_name VARCHAR(100) NOT NULL,"
                        + " original_task_id VARCHAR(255) NOT NULL, task_id VARCHAR(255) NOT NULL,"
                        + " slave_id VARCHAR(50) NOT NULL, source VARCHAR(50) NOT NULL,"
                        + " execution_type VARCHAR(20) NOT NULL, sharding_item VARCHAR(100) NOT NULL,"
                        + " state VARCHAR(20) NOT NULL, message VARCHAR(4000) NULL, creation_time " + time + " NULL)",
                "CREATE INDEX TASK_ID_STATE_INDEX ON JOB_STATUS_TRACE_LOG (task_id, state)");
    }
}
