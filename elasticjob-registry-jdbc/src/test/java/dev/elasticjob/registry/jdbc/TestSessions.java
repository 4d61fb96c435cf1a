package dev.elasticjob.registry.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Ends sessions in the same way as another client. */
final class TestSessions {

    private TestSessions() {}

    static void end(String url, String user, long session) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, user, "");
                Statement statement = connection.createStatement()) {
            if (url.startsWith("jdbc:h2:")) {
                statement.execute("SET LOCK_TIMEOUT 60000");
            }
            int ns = -1;
            try (ResultSet row = statement.executeQuery("SELECT ns FROM ej_session WHERE id = " + session)) {
                if (row.next()) {
                    ns = row.getInt(1);
                }
            }
            JdbcAddress.dialect(url).end(connection, ns, session, -1);
        }
    }
}
