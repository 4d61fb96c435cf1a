package dev.elasticjob.console.history;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.elasticjob.console.net.AddressPolicy;
import dev.elasticjob.console.net.BoundedCalls;
import dev.elasticjob.console.net.JdbcUrl;
import dev.elasticjob.console.net.Probe;
import dev.elasticjob.console.net.Reachability;
import dev.elasticjob.console.registry.Names;
import dev.elasticjob.console.store.DataDirectory;
import dev.elasticjob.console.store.Secrets;
import dev.elasticjob.console.store.StoredList;
import dev.elasticjob.tracing.rdb.query.HistoryException;
import dev.elasticjob.tracing.rdb.query.JobHistory;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The history databases. Each has a small connection pool and is only read. */
public final class HistoryDatabases implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HistoryDatabases.class);

    /** Shorter than the deadline of a request, so that the reason for a failed connection is known. */
    private static final Duration CONNECT_LIMIT = BoundedCalls.LIMIT.minusSeconds(1);

    private static final int MOST_CONNECTIONS = 4;

    private final AddressPolicy addresses;
    private final Secrets secrets;
    private final BoundedCalls calls;
    private final InstantSource clock;
    private final StoredList<DataSourceDefinition> stored;
    private final Map<String, Database> databases = new ConcurrentHashMap<>();

    public HistoryDatabases(
            AddressPolicy addresses,
            DataDirectory directory,
            Secrets secrets,
            BoundedCalls calls,
            InstantSource clock) {
        this.addresses = addresses;
        this.secrets = secrets;
        this.calls = calls;
        this.clock = clock;
        this.stored = new StoredList<>(directory, "data-sources.json", DataSourceDefinition.class);
        for (DataSourceDefinition each : stored.all()) {
            String password =
                    each.sealedPassword().isEmpty() ? "" : secrets.open(purpose(each.name()), each.sealedPassword());
            databases.put(
                    each.name(), database(each.name(), JdbcUrl.parse(each.url()), each.username(), password, false));
        }
    }

    /** Adds a database of the configuration. Its URL is checked, but not its host. */
    public void configure(String name, String url, String username, String password) {
        Names.require("Data source name", name);
        Database last = databases.put(name, database(name, JdbcUrl.parse(url), text(username), text(password), true));
        if (last != null) {
            LOG.warn("Data source '{}' was added at run time, and stands in the configuration, which is used", name);
        }
    }

    public List<DataSourceView> list() {
        return databases.values().stream()
                .map(Database::view)
                .sorted(Comparator.comparing(DataSourceView::name))
                .toList();
    }

    public DataSourceView view(String name) {
        return get(name).view();
    }

    /**
     * Opens one connection. The response of the server is only logged, not returned to the client, who may not be entitled to
     * know it.
     *
     * @throws HistoryUnreachableException if the database cannot be reached or rejects the user
     */
    public void test(String url, String username, String password) {
        JdbcUrl checked = checked(url);
        calls.call(
                () -> {
                    try (Database trial = database("test", checked, text(username), text(password), false)) {
                        trial.roundTrip();
                        return true;
                    } catch (HistoryUnreachableException failed) {
                        LOG.info("Test of {} failed", checked, failed);
                        throw new HistoryUnreachableException(checked
                                + " cannot be connected to with this user and password; the reason is in the"
                                + " console's log");
                    }
                },
                () -> late(checked.toString()));
    }

    public synchronized DataSourceView add(String name, String url, String username, String password) {
        Names.require("Data source name", name);
        JdbcUrl checked = checked(url);
        if (databases.containsKey(name)) {
            throw new IllegalStateException(
                    "There is a data source '" + name + "' already; choose another name, or delete that one first");
        }
        Database database = database(name, checked, text(username), text(password), false);
        String sealed = text(password).isEmpty() ? "" : secrets.seal(purpose(name), password);
        stored.change(list -> {
            list.add(new DataSourceDefinition(name, checked.toString(), text(username), sealed));
            return list;
        });
        databases.put(name, database);
        return database.view();
    }

    public synchronized void delete(String name) {
        Database database = get(name);
        if (database.view().configured()) {
            throw new IllegalStateException("Data source '" + name
                    + "' stands in the configuration (console.data-sources." + name + "); take it out there");
        }
        stored.change(list -> {
            list.removeIf(each -> each.name().equals(name));
            return list;
        });
        databases.remove(name);
        database.close();
    }

    /**
     * Runs a query.
     *
     * @throws HistoryUnreachableException if the database does not respond before the deadline
     */
    public <T> T read(String name, Function<JobHistory, T> query) {
        Database database = get(name);
        try {
            T result = calls.call(() -> query.apply(database.history()), () -> late("Data source '" + name + "'"));
            database.probe.succeeded();
            return result;
        } catch (HistoryException failed) {
            if (isConnectionFailure(failed)) {
                LOG.warn("Failed to connect to data source '{}'", name, failed);
                throw unreachable(name);
            }
            throw failed;
        }
    }

    /** Returns the last observed state. */
    public Reachability reachability(String name) {
        return get(name).probe.last();
    }

    /**
     * Starts a round trip to a database.
     *
     * @param onChange called if the state of the database has changed
     */
    public void probe(String name, Runnable onChange) {
        Database database = get(name);
        database.probe.start(
                () -> calls.call(
                        () -> {
                            database.roundTrip();
                            return true;
                        },
                        () -> late("Data source '" + name + "'")),
                onChange);
    }

    private static HistoryUnreachableException late(String what) {
        return new HistoryUnreachableException(
                what + " did not respond within " + BoundedCalls.LIMIT.toSeconds() + " s. Try again when it does");
    }

    private static HistoryUnreachableException unreachable(String name) {
        return new HistoryUnreachableException("Data source '" + name
                + "' cannot be connected to. Check that the database runs; the reason is in the" + " console's log");
    }

    /** Returns whether the cause is an SQL state of class 08 (connection exception). */
    private static boolean isConnectionFailure(Throwable failed) {
        for (Throwable each = failed; each != null; each = each.getCause()) {
            if (each instanceof SQLTransientConnectionException
                    || each instanceof SQLException known
                            && known.getSQLState() != null
                            && known.getSQLState().startsWith("08")) {
                return true;
            }
        }
        return false;
    }

    private Database database(String name, JdbcUrl url, String username, String password, boolean configured) {
        return new Database(name, url, username, password, configured, new Probe(calls, clock));
    }

    private Database get(String name) {
        Database found = databases.get(name);
        if (found == null) {
            throw new NoSuchElementException(
                    "There is no data source '" + name + "'; GET /api/v1/data-sources lists them");
        }
        return found;
    }

    private JdbcUrl checked(String url) {
        JdbcUrl parsed = JdbcUrl.parse(text(url));
        parsed.requireAllowed(addresses);
        return parsed;
    }

    private static String text(String value) {
        return value == null ? "" : value;
    }

    private static String purpose(String name) {
        return "data source '" + name + "'";
    }

    @Override
    public void close() {
        new ArrayList<>(databases.values()).forEach(Database::close);
    }

    /** A database and its pool. The pool is created on first use and has no minimum number of idle connections. */
    private static final class Database implements AutoCloseable {

        private final String name;
        private final JdbcUrl url;
        private final String username;
        private final String password;
        private final boolean configured;
        private final Probe probe;
        private HikariDataSource pool;
        private JobHistory history;

        Database(String name, JdbcUrl url, String username, String password, boolean configured, Probe probe) {
            this.name = name;
            this.url = url;
            this.username = username;
            this.password = password;
            this.configured = configured;
            this.probe = probe;
        }

        void roundTrip() {
            try (Connection connection = source().getConnection()) {
                if (!connection.isValid(Math.toIntExact(CONNECT_LIMIT.toSeconds()))) {
                    throw unreachable(name);
                }
            } catch (HistoryUnreachableException known) {
                throw known;
            } catch (SQLException | RuntimeException failed) {
                LOG.debug("Round trip to data source '{}' failed", name, failed);
                HistoryUnreachableException unreachable = unreachable(name);
                unreachable.initCause(failed);
                throw unreachable;
            }
        }

        DataSourceView view() {
            return new DataSourceView(name, url.toString(), username, !password.isEmpty(), configured);
        }

        synchronized JobHistory history() {
            if (history == null) {
                history = new JobHistory(source());
            }
            return history;
        }

        synchronized HikariDataSource source() {
            if (pool == null) {
                pool = new HikariDataSource(config());
            }
            return pool;
        }

        private HikariConfig config() {
            HikariConfig config = new HikariConfig();
            config.setPoolName("history-" + name);
            try {
                config.setDriverClassName(url.driverClass());
            } catch (RuntimeException missing) {
                throw new HistoryUnreachableException("The driver " + url.driverClass()
                        + " is not at hand. Put its jar into the directory 'lib' of the console, and start the"
                        + " console again");
            }
            config.setJdbcUrl(url.toString());
            config.setUsername(username);
            config.setPassword(password);
            config.setDataSourceProperties(url.alwaysSet());
            config.setMaximumPoolSize(MOST_CONNECTIONS);
            config.setMinimumIdle(0);
            config.setConnectionTimeout(CONNECT_LIMIT.toMillis());
            config.setInitializationFailTimeout(-1);
            config.setReadOnly(true);
            return config;
        }

        @Override
        public synchronized void close() {
            if (pool != null) {
                pool.close();
            }
        }
    }
}
