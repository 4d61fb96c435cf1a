package dev.elasticjob.registry.jdbc;

/** Parses JDBC addresses. */
final class JdbcAddress {

    private JdbcAddress() {}

    /** Returns the address without parameters and user, which may contain passwords. */
    static String withoutSecrets(String url) {
        int end = url.length();
        for (int i = 0; i < url.length(); i++) {
            if (url.charAt(i) == '?' || url.charAt(i) == ';') {
                end = i;
                break;
            }
        }
        String address = url.substring(0, end);
        int start = address.indexOf("//");
        int user = address.lastIndexOf('@');
        return start >= 0 && user > start ? address.substring(0, start + 2) + address.substring(user + 1) : address;
    }

    /**
     * Returns the dialect for an address.
     *
     * @throws IllegalArgumentException if no registry is possible at this address
     */
    static Dialect dialect(String url) {
        if (url.startsWith("jdbc:postgresql:")) {
            return new PostgresDialect();
        }
        if (url.startsWith("jdbc:mariadb:") || url.startsWith("jdbc:mysql:")) {
            return new MariaDialect();
        }
        if (url.startsWith("jdbc:h2:tcp:") || url.startsWith("jdbc:h2:ssl:") || url.contains(";AUTO_SERVER=")) {
            throw JdbcConfiguration.wrong(
                    "url",
                    withoutSecrets(url),
                    "H2 is a registry for one process only; leave out tcp:, ssl: and AUTO_SERVER, or use PostgreSQL or MariaDB");
        }
        if (url.matches("jdbc:h2:mem:(;.*)?")) {
            throw JdbcConfiguration.wrong(
                    "url",
                    withoutSecrets(url),
                    "without a name every connection has its own database; add one, such as jdbc:h2:mem:jobs");
        }
        if (url.startsWith("jdbc:h2:")) {
            return new H2Dialect();
        }
        throw JdbcConfiguration.wrong(
                "url",
                withoutSecrets(url),
                "it must begin with jdbc:postgresql:, jdbc:mariadb:, jdbc:mysql: or jdbc:h2:");
    }
}
