package dev.elasticjob.tracing.rdb;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;

/** Exclusive, time-limited right among all users of the database. Differences between clocks only cause it to change its holder. */
final class Lease {

    private final String owner;

    Lease(String owner) {
        this.owner = owner;
    }

    /** Acquires the lease if it is free, or renews it. */
    boolean hold(Connection connection, String id, Instant now, Duration term) throws SQLException {
        long expires = now.plus(term).toEpochMilli();
        String take = "UPDATE JOB_HISTORY_LEASE SET owner = ?, expires = ? WHERE id = ? AND (owner = ? OR expires < ?)";
        try (PreparedStatement update = connection.prepareStatement(take)) {
            update.setString(1, owner);
            update.setLong(2, expires);
            update.setString(3, id);
            update.setString(4, owner);
            update.setLong(5, now.toEpochMilli());
            if (update.executeUpdate() > 0) {
                return true;
            }
        }
        return !exists(connection, id) && create(connection, id, expires);
    }

    private static boolean exists(Connection connection, String id) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT id FROM JOB_HISTORY_LEASE WHERE id = ?")) {
            select.setString(1, id);
            try (var rows = select.executeQuery()) {
                return rows.next();
            }
        }
    }

    private boolean create(Connection connection, String id, long expires) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO JOB_HISTORY_LEASE (id, owner, expires) VALUES (?, ?, ?)")) {
            insert.setString(1, id);
            insert.setString(2, owner);
            insert.setLong(3, expires);
            insert.executeUpdate();
            return true;
        } catch (SQLException taken) {
            // Another instance acquired the lease first.
            if (exists(connection, id)) {
                return false;
            }
            throw taken;
        }
    }
}
