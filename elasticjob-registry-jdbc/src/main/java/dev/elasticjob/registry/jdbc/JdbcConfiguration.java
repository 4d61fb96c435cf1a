package dev.elasticjob.registry.jdbc;

import java.time.Duration;
import java.util.Objects;

/** Where the database is, and how to use it. A {@link JdbcRegistryCenter} validates it and takes a copy at its {@code init()}. */
public final class JdbcConfiguration {

    private final String url;
    private final String namespace;
    private String username = "";
    private String password = "";
    private int sessionTimeoutMilliseconds = 60_000;
    private int connectionTimeoutMilliseconds = 15_000;
    private int pollIntervalMilliseconds;
    private InitializeSchema initializeSchema = InitializeSchema.EMBEDDED;

    /**
     * @param url {@code jdbc:postgresql:…}, {@code jdbc:mariadb:…}, {@code jdbc:mysql:…}, or {@code jdbc:h2:file:…} and
     *     {@code jdbc:h2:mem:…}
     * @param namespace the name under which everything is kept, at most 255 characters
     */
    public JdbcConfiguration(String url, String namespace) {
        this.url = Objects.requireNonNull(url, "url");
        this.namespace = Objects.requireNonNull(namespace, "namespace");
    }

    private JdbcConfiguration(JdbcConfiguration other) {
        this(other.url, other.namespace);
        username = other.username;
        password = other.password;
        sessionTimeoutMilliseconds = other.sessionTimeoutMilliseconds;
        connectionTimeoutMilliseconds = other.connectionTimeoutMilliseconds;
        pollIntervalMilliseconds = other.pollIntervalMilliseconds;
        initializeSchema = other.initializeSchema;
    }

    JdbcConfiguration copy() {
        return new JdbcConfiguration(this);
    }

    public String getUrl() {
        return url;
    }

    public String getNamespace() {
        return namespace;
    }

    public String getUsername() {
        return username;
    }

    /** The database user; empty if the address names it, or none is needed. */
    public void setUsername(String username) {
        this.username = Objects.requireNonNull(username, "username");
    }

    public String getPassword() {
        return password;
    }

    public void setPassword(String password) {
        this.password = Objects.requireNonNull(password, "password");
    }

    public int getSessionTimeoutMilliseconds() {
        return sessionTimeoutMilliseconds;
    }

    /** How long a session lives without a heartbeat. */
    public void setSessionTimeoutMilliseconds(int sessionTimeoutMilliseconds) {
        this.sessionTimeoutMilliseconds = sessionTimeoutMilliseconds;
    }

    public int getConnectionTimeoutMilliseconds() {
        return connectionTimeoutMilliseconds;
    }

    /** How long to wait for a new session before giving up. */
    public void setConnectionTimeoutMilliseconds(int connectionTimeoutMilliseconds) {
        this.connectionTimeoutMilliseconds = connectionTimeoutMilliseconds;
    }

    public int getPollIntervalMilliseconds() {
        return pollIntervalMilliseconds;
    }

    /**
     * The longest time after which a change is noticed. 0 for the database's default: 1000 on PostgreSQL, where notifications
     * arrive before that, 500 on MariaDB and MySQL, 100 on H2.
     */
    public void setPollIntervalMilliseconds(int pollIntervalMilliseconds) {
        this.pollIntervalMilliseconds = pollIntervalMilliseconds;
    }

    public InitializeSchema getInitializeSchema() {
        return initializeSchema;
    }

    /** Whether to create the tables if there are none. */
    public void setInitializeSchema(InitializeSchema initializeSchema) {
        this.initializeSchema = Objects.requireNonNull(initializeSchema, "initializeSchema");
    }

    Duration sessionTimeout() {
        return Duration.ofMillis(sessionTimeoutMilliseconds);
    }

    /** @throws IllegalArgumentException naming the setting that is wrong, its value, and the remedy */
    void validate() {
        if (namespace.isBlank() || namespace.length() > 255) {
            throw wrong("namespace", namespace, "it must have 1 to 255 characters, such as my-jobs");
        }
        atLeast(500, "sessionTimeoutMilliseconds", sessionTimeoutMilliseconds);
        atLeast(1, "connectionTimeoutMilliseconds", connectionTimeoutMilliseconds);
        atLeast(0, "pollIntervalMilliseconds", pollIntervalMilliseconds);
        if (pollIntervalMilliseconds > sessionTimeoutMilliseconds / 6) {
            throw wrong(
                    "pollIntervalMilliseconds",
                    Integer.toString(pollIntervalMilliseconds),
                    "it must be at most a sixth of sessionTimeoutMilliseconds, which is " + sessionTimeoutMilliseconds);
        }
    }

    private static void atLeast(int least, String setting, int value) {
        if (value < least) {
            throw wrong(setting, Integer.toString(value), "it must be at least " + least);
        }
    }

    static IllegalArgumentException wrong(String setting, String value, String remedy) {
        return new IllegalArgumentException("JDBC registry setting " + setting + " '" + value + "': " + remedy);
    }

    /** Shows neither the password nor the parameters of the address. */
    @Override
    public String toString() {
        return JdbcAddress.withoutSecrets(url) + ", namespace " + namespace + " (sessionTimeoutMilliseconds "
                + sessionTimeoutMilliseconds + ", connectionTimeoutMilliseconds " + connectionTimeoutMilliseconds
                + ", pollIntervalMilliseconds " + pollIntervalMilliseconds + ", initializeSchema " + initializeSchema
                + ")";
    }
}
