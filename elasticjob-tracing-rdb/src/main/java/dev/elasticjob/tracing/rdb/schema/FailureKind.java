package dev.elasticjob.tracing.rdb.schema;

import java.sql.Connection;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;

/** Category of a database failure. */
public enum FailureKind {
    /** The database is not reachable or overloaded; a later attempt can succeed. */
    CONNECTION,
    /** The database rejects the values; retrying is useless. */
    DATA,
    /** Any other failure, such as a missing table or a missing privilege, which an operator can fix. */
    OTHER;

    /**
     * Error codes of rejected values whose SQL state is not specific. MySQL: a character that the column cannot store, an invalid or
     * missing value, a constraint. Oracle: value too long.
     */
    private static final Set<Integer> REFUSALS_WITHOUT_STATE = Set.of(1364, 1366, 1265, 1292, 3819, 12899, 1461);

    private static final int SECONDS_TO_ANSWER = 2;

    public static FailureKind of(SQLException problem, Connection connection) {
        for (SQLException each = problem; each != null; each = each.getNextException()) {
            FailureKind classify = classify(each);
            if (classify != OTHER) {
                return classify == DATA && !answers(connection) ? CONNECTION : classify;
            }
        }
        if (problem.getCause() instanceof SQLException cause) {
            return of(cause, connection);
        }
        return answers(connection) ? OTHER : CONNECTION;
    }

    private static FailureKind classify(SQLException problem) {
        String state = problem.getSQLState() == null ? "" : problem.getSQLState();
        if (problem instanceof SQLTransientException
                || problem instanceof SQLRecoverableException
                || problem instanceof SQLNonTransientConnectionException
                // Connection, deadlock, resources, operator intervention; closed databases of H2.
                || state.matches("(08|40|53|57).*|90067|90098|90121")) {
            return CONNECTION;
        }
        if (problem instanceof SQLDataException
                || problem instanceof SQLIntegrityConstraintViolationException
                || state.startsWith("22")
                || state.startsWith("23")
                || REFUSALS_WITHOUT_STATE.contains(problem.getErrorCode())
                        && (state.equals("HY000") || state.equals("72000"))) {
            return DATA;
        }
        return OTHER;
    }

    private static boolean answers(Connection connection) {
        try {
            return connection.isValid(SECONDS_TO_ANSWER);
        } catch (SQLException broken) {
            return false;
        }
    }
}
