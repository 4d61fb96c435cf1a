package dev.elasticjob.registry.jdbc;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.RegistryException;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.SharedObjects;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Namespace in a relational database. It uses two dedicated connections and three threads, regardless of the number of sessions. */
public final class JdbcRegistryCenter implements CoordinatorRegistryCenter {

    private static final Duration LONGEST_CLOSING = Duration.ofSeconds(20);

    private enum Life {
        LATENT,
        STARTED,
        CLOSED
    }

    private final JdbcConfiguration given;
    private final LongSupplier nanoTime;
    private final UnaryOperator<Connection> wrapper;
    private final SharedObjects shared = new SharedObjects();
    private final Object starting = new Object();
    private final Object lock = new Object();
    private Life life = Life.LATENT;
    private volatile JdbcConfiguration configuration;
    private Client client;

    /**
     * Creates a center that is not connected yet.
     *
     * @param configuration configuration, which may be changed until {@link #init()}
     * @throws IllegalArgumentException if a setting is invalid; the message contains its name, its value, and the remedy
     */
    public JdbcRegistryCenter(JdbcConfiguration configuration) {
        this(configuration, System::nanoTime, UnaryOperator.identity());
    }

    /**
     * Creates a center with the given clock and connections.
     *
     * @param nanoTime monotonic time, which determines the end of leases
     * @param wrapper applied to every connection
     */
    JdbcRegistryCenter(JdbcConfiguration configuration, LongSupplier nanoTime, UnaryOperator<Connection> wrapper) {
        this.wrapper = wrapper;
        this.given = configuration;
        this.nanoTime = nanoTime;
        this.configuration = configuration.copy();
        this.configuration.validate();
        JdbcAddress.dialect(this.configuration.getUrl());
    }

    @Override
    public void init() {
        synchronized (starting) {
            synchronized (lock) {
                if (life == Life.STARTED) {
                    return;
                }
                if (life == Life.CLOSED) {
                    throw closed();
                }
            }
            JdbcConfiguration current = given.copy();
            current.validate();
            configuration = current;
            Connector connector = new Connector(current, JdbcAddress.dialect(current.getUrl()), wrapper);
            int ns = prepare(connector, current);
            Duration poll = current.getPollIntervalMilliseconds() == 0
                    ? min(
                            connector.dialect().defaultPollInterval(),
                            current.sessionTimeout().dividedBy(6))
                    : Duration.ofMillis(current.getPollIntervalMilliseconds());
            synchronized (lock) {
                if (life == Life.CLOSED) {
                    throw closed();
                }
                client = new Client(connector, ns, current.sessionTimeout(), poll, nanoTime);
                client.start();
                life = Life.STARTED;
            }
        }
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /**
     * Connects, checks the server and the schema, and disconnects. Writes nothing.
     *
     * @return whether the namespace exists; {@link #init()} creates one that does not
     * @throws RegistryException if the database cannot be reached or used, or has no tables of the registry
     */
    public static boolean namespaceExists(JdbcConfiguration configuration) {
        configuration.validate();
        Connector connector =
                new Connector(configuration, JdbcAddress.dialect(configuration.getUrl()), UnaryOperator.identity());
        try (Connection connection = connector.openWork()) {
            connector.dialect().checkServer(connection, connector.describe());
            Schema schema = new Schema(connection, connector.dialect(), connector.describe());
            schema.prepare(InitializeSchema.NEVER);
            return schema.find(configuration.getNamespace()).isPresent();
        } catch (SQLException e) {
            throw new RegistryException(connector.describe() + ": " + SqlErrors.explain(e), e);
        }
    }

    private int prepare(Connector connector, JdbcConfiguration current) {
        try (Connection connection = connector.openWork()) {
            connector.dialect().checkServer(connection, describe());
            Schema schema = new Schema(connection, connector.dialect(), describe());
            schema.prepare(current.getInitializeSchema());
            return schema.namespace(current.getNamespace());
        } catch (SQLException e) {
            throw new RegistryException(describe() + ": " + SqlErrors.explain(e), e);
        }
    }

    @Override
    public CompletionStage<RegistrySession> openSession() {
        CompletableFuture<JdbcRegistrySession> opening;
        Client current;
        synchronized (lock) {
            if (life != Life.STARTED) {
                return CompletableFuture.failedFuture(
                        life == Life.CLOSED
                                ? closed()
                                : new RegistryException(describe() + ": call init() before opening a session"));
            }
            current = client;
            opening = current.openSession();
        }
        int limit = configuration.getConnectionTimeoutMilliseconds();
        CompletableFuture.delayedExecutor(limit, TimeUnit.MILLISECONDS)
                .execute(() -> opening.completeExceptionally(new RegistryException(describe() + ": no session within "
                        + limit + " ms; " + current.condition()
                        + ". Check that the database runs and can be reached from here, or raise"
                        + " connectionTimeoutMilliseconds")));
        return opening.thenApply(session -> session);
    }

    private RegistryException closed() {
        return new RegistryException(describe() + ": this registry center is closed; create another");
    }

    @Override
    public <T extends AutoCloseable> T shared(Class<T> kind, Supplier<T> maker) {
        return shared.get(kind, maker);
    }

    @Override
    public String describe() {
        return JdbcAddress.withoutSecrets(configuration.getUrl()) + ", namespace " + configuration.getNamespace();
    }

    /** Closes the center; waits for a limited time until the sessions and their threads have ended. */
    @Override
    public void close() {
        // Closed first and without holding the lock: closing it leaves its jobs, which needs sessions.
        shared.close();
        Client open;
        synchronized (lock) {
            if (life == Life.CLOSED) {
                return;
            }
            life = Life.CLOSED;
            open = client;
        }
        if (open != null) {
            open.close(LONGEST_CLOSING);
        }
    }

    @Override
    public String toString() {
        return describe();
    }
}
