package dev.elasticjob.registry.jdbc;

/** DDL of the registry's tables, for administrators who create them manually. */
public final class JdbcSchema {

    private JdbcSchema() {}

    /**
     * Returns the statements for the database at an address such as {@code jdbc:postgresql:}. Each statement ends with a line that
     * contains only {@code -- ;;}.
     *
     * @throws IllegalArgumentException if no registry is possible at this address
     */
    public static String ddl(String url) {
        return Schema.ddl(JdbcAddress.dialect(url));
    }
}
