package dev.elasticjob.registry.jdbc;

import java.sql.SQLException;
import java.util.Map;
import java.util.Set;

/** Classifies errors of all supported databases. */
final class SqlErrors {

    /**
     * SQL states after which the server certainly did not apply the statement and the connection is usable: lock not available, canceled,
     * deadlock, disk full, configuration limit, read-only, not allowed, no such table or function, invalid data.
     */
    private static final Set<String> REJECTED_STATES = Set.of(
            "55P03", "57014", "40P01", "40001", "53100", "53200", "53400", "25006", "42501", "42P01", "42883", "42703",
            "3F000", "42000", "42S02", "42S22", "22001", "23505", "HYT00", "70100");

    /**
     * The same as error codes of MariaDB: lock wait timeout, deadlock, table full, disk full, read-only, denied, unknown table or
     * procedure.
     */
    private static final Set<Integer> REJECTED_CODES = Set.of(
            1205, 1213, 1114, 1021, 1290, 1792, 1836, 1044, 1142, 1143, 1146, 1305, 1370, 1317, 1969, 3024, 1406);

    private static final Set<Integer> READ_ONLY_CODES = Set.of(1290, 1792, 1836);

    private static final Map<String, String> REMEDIES = Map.ofEntries(
            Map.entry("55P03", "Another client holds a lock on the registry's tables: end its transaction"),
            Map.entry("HYT00", "Another client holds a lock on the registry's tables: end its transaction"),
            Map.entry("57014", "The statement was canceled: raise statement_timeout for this user"),
            Map.entry("53100", "The disk of the database is full: make room"),
            Map.entry("25006", "This server is read-only, such as a standby is: name the primary in the address"),
            Map.entry(
                    "42501",
                    "Grant SELECT, INSERT, UPDATE and DELETE on the tables ej_namespace, ej_node, ej_session and"
                            + " ej_log, and EXECUTE on the functions ej_*, to this user"),
            Map.entry("42P01", "The schema is missing: run its DDL, or set initializeSchema to ALWAYS"),
            Map.entry("42883", "The schema is incomplete: run its DDL"),
            Map.entry("28P01", "Check user name and password"),
            Map.entry("28000", "Check user name and password"),
            Map.entry("3D000", "Create the database, or correct its name in the address"),
            Map.entry("08001", "Check that the server runs and can be reached from here"),
            Map.entry(
                    "08004",
                    "The server does not accept the connection; check its limit of connections and its access rules"),
            Map.entry("53300", "The server has too many connections: raise max_connections"));

    private static final Map<Integer, String> REMEDIES_BY_CODE = Map.ofEntries(
            Map.entry(1205, "Another client holds a lock on the registry's tables: end its transaction"),
            Map.entry(1114, "The disk of the database is full: make room"),
            Map.entry(1021, "The disk of the database is full: make room"),
            Map.entry(1290, "This server is read-only: name the primary in the address"),
            Map.entry(1792, "This server is read-only: name the primary in the address"),
            Map.entry(1836, "This server is read-only: name the primary in the address"),
            Map.entry(1044, "Grant this user access to the database"),
            Map.entry(1045, "Check user name and password"),
            Map.entry(1049, "Create the database, or correct its name in the address"),
            Map.entry(1142, "Grant SELECT, INSERT, UPDATE and DELETE on the tables ej_* to this user"),
            Map.entry(1370, "Grant EXECUTE on the procedures ej_* to this user"),
            Map.entry(1146, "The schema is missing: run its DDL, or set initializeSchema to ALWAYS"),
            Map.entry(1305, "The schema is incomplete: run its DDL"),
            Map.entry(28000, "Check user name and password"));

    private SqlErrors() {}

    /** Returns whether the server replied that the statement was not applied. After any other error the outcome is unknown. */
    static boolean isRejection(SQLException error) {
        String state = error.getSQLState();
        return state != null && REJECTED_STATES.contains(state) || REJECTED_CODES.contains(error.getErrorCode());
    }

    /**
     * Returns whether this server can no longer be the right one: it is read-only, as a primary is after a failover. A new connection may
     * lead to the new primary.
     */
    static boolean isReadOnly(SQLException error) {
        return "25006".equals(error.getSQLState()) || READ_ONLY_CODES.contains(error.getErrorCode());
    }

    /** Returns the error with its state and, if known, the remedy. */
    static String explain(SQLException error) {
        String state = error.getSQLState() == null ? "" : error.getSQLState();
        String remedy = REMEDIES_BY_CODE.get(error.getErrorCode());
        if (remedy == null) {
            remedy = REMEDIES.get(state);
        }
        String message = String.valueOf(error.getMessage()).strip().replaceAll("\\s+", " ");
        return message + " (SQLSTATE " + state + (error.getErrorCode() == 0 ? "" : ", error " + error.getErrorCode())
                + ")" + (remedy == null ? "" : ". " + remedy);
    }
}
