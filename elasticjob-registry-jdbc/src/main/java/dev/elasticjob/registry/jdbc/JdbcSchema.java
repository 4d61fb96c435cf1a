package dev.elasticjob.registry.jdbc;

/** The DDL of the registry's tables, for administrators who create them by hand. */
public final class JdbcSchema {

    private JdbcSchema() {}

    /**
     * Returns the statements for the database at an address such as {@code jdbc:postgresql:}. Statements end with a line that
     * holds only {@code -- ;;}.
     *
     * @throws IllegalArgumentException if no registry is possible at this address
     */
    public static String ddl(String url) {
        return Schema.ddl(JdbcAddress.dialect(url));
    }
}
