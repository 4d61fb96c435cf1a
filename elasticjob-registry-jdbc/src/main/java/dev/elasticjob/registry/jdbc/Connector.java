package dev.elasticjob.registry.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.function.UnaryOperator;

/** Opens dedicated connections for the registry: heartbeats do not wait for a pool and do not join transactions of the application. */
final class Connector {

    private static final Duration LONGEST_SMALL_REQUEST = Duration.ofSeconds(15);
    private static final Duration LONGEST_REQUEST = Duration.ofMinutes(1);

    private final JdbcConfiguration configuration;
    private final Dialect dialect;
    private final UnaryOperator<Connection> wrapper;
    private final Duration third;

    /** @param wrapper is applied to every connection */
    Connector(JdbcConfiguration configuration, Dialect dialect, UnaryOperator<Connection> wrapper) {
        this.wrapper = wrapper;
        this.configuration = configuration;
        this.dialect = dialect;
        // Leaves time to try another connection within the session timeout after a failed request.
        this.third = configuration.sessionTimeout().dividedBy(3);
    }

    Dialect dialect() {
        return dialect;
    }

    String describe() {
        return JdbcAddress.withoutSecrets(configuration.getUrl()) + ", namespace " + configuration.getNamespace();
    }

    /** Opens a connection for small requests, whose timeout is short so that a server that is gone is noticed early. */
    Connection openPulse() throws SQLException {
        return open(min(third, LONGEST_SMALL_REQUEST));
    }

    /** Opens a connection for reads and commits, of which a large one takes time on a busy server. */
    Connection openWork() throws SQLException {
        return open(min(third, LONGEST_REQUEST));
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private Connection open(Duration network) throws SQLException {
        requireDriver();
        Properties properties = new Properties();
        if (!configuration.getUsername().isEmpty()) {
            properties.setProperty("user", configuration.getUsername());
        }
        if (!configuration.getPassword().isEmpty()) {
            properties.setProperty("password", configuration.getPassword());
        }
        Duration limit = Duration.ofMillis(configuration.getConnectionTimeoutMilliseconds());
        dialect.addTimeouts(properties, min(limit, min(third, LONGEST_SMALL_REQUEST)), network);
        Connection connection = wrapper.apply(DriverManager.getConnection(configuration.getUrl(), properties));
        try {
            dialect.prepare(
                    connection,
                    min(third, LONGEST_SMALL_REQUEST).multipliedBy(2).dividedBy(3));
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
        return connection;
    }

    /** Checks that a driver exists. Otherwise the exception of getConnection() would contain the address with its parameters. */
    private void requireDriver() throws SQLException {
        try {
            DriverManager.getDriver(configuration.getUrl());
        } catch (SQLException e) {
            throw new SQLException(
                    "No driver for this address is on the class path. Add the database's JDBC driver", "08001", e);
        }
    }
}
