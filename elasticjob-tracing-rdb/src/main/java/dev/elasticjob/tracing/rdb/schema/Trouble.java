package dev.elasticjob.tracing.rdb.schema;

import java.sql.Connection;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;

/** What kind of trouble an exception tells of. */
public enum Trouble {
    /** The database cannot be reached, or has no time: later it will go. */
    CONNECTION,
    /** The database does not want these values: it never will. */
    DATA,
    /** Anything else, such as a table that is gone or a missing right: somebody may mend it. */
    OTHER;

    /**
     * Values that are refused under a state that says nothing. MySQL: a character that the column cannot hold, a wrong or
     * missing value, a constraint. Oracle: too long.
     */
    private static final Set<Integer> REFUSALS_WITHOUT_STATE = Set.of(1364, 1366, 1265, 1292, 3819, 12899, 1461);

    private static final int SECONDS_TO_ANSWER = 2;

    public static Trouble of(SQLException problem, Connection connection) {
        for (SQLException each = problem; each != null; each = each.getNextException()) {
            Trouble told = told(each);
            if (told != OTHER) {
                return told == DATA && !answers(connection) ? CONNECTION : told;
            }
        }
        if (problem.getCause() instanceof SQLException cause) {
            return of(cause, connection);
        }
        return answers(connection) ? OTHER : CONNECTION;
    }

    private static Trouble told(SQLException problem) {
        String state = problem.getSQLState() == null ? "" : problem.getSQLState();
        if (problem instanceof SQLTransientException
                || problem instanceof SQLRecoverableException
                || problem instanceof SQLNonTransientConnectionException
                // Connection, deadlock, resources, an operator's intervention; H2's closed databases.
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
