package dev.elasticjob.registry.jdbc;

import java.time.Duration;
import java.util.Objects;

/**
 * Address of the database, and settings for accessing it. A {@link JdbcRegistryCenter} validates the configuration and copies it in
 * {@code init()}.
 */
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
     * Creates a configuration with default settings.
     *
     * @param url {@code jdbc:postgresql:…}, {@code jdbc:mariadb:…}, {@code jdbc:mysql:…}, or {@code jdbc:h2:file:…} and
     *         {@code jdbc:h2:mem:…}
     * @param namespace name under which all data is stored, at most 255 characters
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

    /** Sets the database user; empty if the address contains the user or none is needed. */
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

    /** Sets how long a session lives without a heartbeat. */
    public void setSessionTimeoutMilliseconds(int sessionTimeoutMilliseconds) {
        this.sessionTimeoutMilliseconds = sessionTimeoutMilliseconds;
    }

    public int getConnectionTimeoutMilliseconds() {
        return connectionTimeoutMilliseconds;
    }

    /** Sets how long to wait for a new session before opening it fails. */
    public void setConnectionTimeoutMilliseconds(int connectionTimeoutMilliseconds) {
        this.connectionTimeoutMilliseconds = connectionTimeoutMilliseconds;
    }

    public int getPollIntervalMilliseconds() {
        return pollIntervalMilliseconds;
    }

    /**
     * Sets the longest time until a change is noticed. 0 selects the default of the database: 1000 on PostgreSQL, where notifications
     * usually arrive earlier, 500 on MariaDB and MySQL, 100 on H2.
     */
    public void setPollIntervalMilliseconds(int pollIntervalMilliseconds) {
        this.pollIntervalMilliseconds = pollIntervalMilliseconds;
    }

    public InitializeSchema getInitializeSchema() {
        return initializeSchema;
    }

    /** Sets whether the tables are created if they do not exist. */
    public void setInitializeSchema(InitializeSchema initializeSchema) {
        this.initializeSchema = Objects.requireNonNull(initializeSchema, "initializeSchema");
    }

    Duration sessionTimeout() {
        return Duration.ofMillis(sessionTimeoutMilliseconds);
    }

    /**
     * Validates all settings.
     *
     * @throws IllegalArgumentException if a setting is invalid; the message contains its name, its value, and the remedy
     */
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

    /** Returns the settings without the password and the parameters of the address. */
    @Override
    public String toString() {
        return JdbcAddress.withoutSecrets(url) + ", namespace " + namespace + " (sessionTimeoutMilliseconds "
                + sessionTimeoutMilliseconds + ", connectionTimeoutMilliseconds " + connectionTimeoutMilliseconds
                + ", pollIntervalMilliseconds " + pollIntervalMilliseconds + ", initializeSchema " + initializeSchema
                + ")";
    }
}
