package dev.elasticjob.tracing.rdb;

import dev.elasticjob.tracing.rdb.schema.Layout;
import dev.elasticjob.tracing.rdb.schema.Schema;
import dev.elasticjob.tracing.rdb.schema.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connection of the writer, and the known layouts of the tables. The connection is kept while there is work, so that a data source
 * without a pool does not connect for every batch. It is released when there is none, so that a pool can use it.
 */
final class Session {

    private static final Logger LOG = LoggerFactory.getLogger(Session.class);

    /** Maximum time a connection is kept. Pools report connections that are kept for long as leaks. */
    private static final long MOST_NANOS = Duration.ofSeconds(20).toNanos();

    /** Determines the {@link Schema}: from the database, or as specified by a test. */
    interface SchemaOf {
        Schema of(Connection connection) throws SQLException;
    }

    private final DataSource dataSource;
    private final SchemaOf schemas;
    private final Duration timeout;
    private final Map<Table, Layout> layouts = new EnumMap<>(Table.class);
    private Schema schema;
    private Connection connection;
    private long since;
    private int networkTimeout = -1;
    private boolean isAdviceLogged;

    Session(DataSource dataSource, SchemaOf schemas, Duration timeout) {
        this.dataSource = dataSource;
        this.schemas = schemas;
        this.timeout = timeout;
    }

    int timeoutSeconds() {
        return (int) timeout.toSeconds();
    }

    Connection connection() throws SQLException {
        if (connection != null && System.nanoTime() - since > MOST_NANOS) {
            release();
        }
        if (connection == null) {
            connection = dataSource.getConnection();
            since = System.nanoTime();
            limitWaiting();
            connection.setAutoCommit(true);
        }
        return connection;
    }

    /** Sets a network timeout, so that a database that hangs cannot block the writer forever. */
    private void limitWaiting() {
        try {
            int before = connection.getNetworkTimeout();
            connection.setNetworkTimeout(
                    Runnable::run, (int) timeout.plusSeconds(5).toMillis());
            networkTimeout = before;
        } catch (SQLException notSupported) {
            networkTimeout = -1;
            LOG.debug("The driver has no limit for answers that do not come", notSupported);
        }
    }

    /** Returns the layout of the table in the database; creates the table if it is missing. */
    Layout layout(Table table) throws SQLException {
        Layout known = layouts.get(table);
        if (known != null) {
            return known;
        }
        Connection current = connection();
        current.setAutoCommit(true);
        if (schema == null) {
            schema = schemas.of(current);
        }
        Layout found = schema.require(current, table);
        layouts.put(table, found);
        return found;
    }

    /** Logs once which changes would improve tables that were created by other software. */
    void advise() throws SQLException {
        if (isAdviceLogged) {
            return;
        }
        isAdviceLogged = true;
        for (Table table : List.of(Table.EXECUTIONS, Table.STATES)) {
            List<String> advice = schema.improvements(connection(), layout(table));
            if (!advice.isEmpty()) {
                LOG.warn(
                        "The table {} is used as it is: texts that do not fit are shortened, and some queries are slow."
                                + " These statements would improve it:\n{};",
                        table.tableName(),
                        String.join(";\n", advice));
            }
        }
    }

    /** Releases the connection. */
    void release() {
        if (connection == null) {
            return;
        }
        Connection old = connection;
        connection = null;
        try (old) {
            if (!old.isClosed()) {
                old.setAutoCommit(true);
                if (networkTimeout >= 0) {
                    old.setNetworkTimeout(Runnable::run, networkTimeout);
                }
            }
        } catch (SQLException broken) {
            LOG.debug("The connection was broken when it was returned", broken);
        }
    }

    /** Discards the connection and the known layouts after a failure. */
    void reset() {
        if (connection != null) {
            try {
                connection.rollback();
            } catch (SQLException broken) {
                LOG.debug("Nothing to roll back", broken);
            }
        }
        release();
        layouts.clear();
        schema = null;
    }
}
