package dev.elasticjob.registry.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.function.UnaryOperator;

/** Opens dedicated connections for the registry: heartbeats do not wait for a pool and do not join transactions of the application. */
final class Connector {

    private final JdbcConfiguration configuration;
    private final Dialect dialect;
    private final UnaryOperator<Connection> wrapper;
    private final Duration network;

    /** @param wrapper is applied to every connection */
    Connector(JdbcConfiguration configuration, Dialect dialect, UnaryOperator<Connection> wrapper) {
        this.wrapper = wrapper;
        this.configuration = configuration;
        this.dialect = dialect;
        // Leaves time to try another connection within the session timeout after a failed request.
        Duration third = configuration.sessionTimeout().dividedBy(3);
        this.network = third.compareTo(Duration.ofSeconds(15)) > 0 ? Duration.ofSeconds(15) : third;
    }

    Dialect dialect() {
        return dialect;
    }

    String describe() {
        return JdbcAddress.withoutSecrets(configuration.getUrl()) + ", namespace " + configuration.getNamespace();
    }

    Connection open() throws SQLException {
        requireDriver();
        Properties properties = new Properties();
        if (!configuration.getUsername().isEmpty()) {
            properties.setProperty("user", configuration.getUsername());
        }
        if (!configuration.getPassword().isEmpty()) {
            properties.setProperty("password", configuration.getPassword());
        }
        Duration limit = Duration.ofMillis(configuration.getConnectionTimeoutMilliseconds());
        dialect.addTimeouts(properties, limit.compareTo(network) < 0 ? limit : network, network);
        Connection connection = wrapper.apply(DriverManager.getConnection(configuration.getUrl(), properties));
        try {
            dialect.prepare(connection, network);
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
