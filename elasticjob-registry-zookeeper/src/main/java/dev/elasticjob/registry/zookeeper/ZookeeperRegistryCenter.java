package dev.elasticjob.registry.zookeeper;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.RegistryException;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.SharedObjects;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.zookeeper.ClientCnxn;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Namespace on ZooKeeper. Its sessions share one timer thread; each session has the two threads of its client. */
public final class ZookeeperRegistryCenter implements CoordinatorRegistryCenter {

    private static final Logger LOG = LoggerFactory.getLogger(ZookeeperRegistryCenter.class);
    private static final Duration LONGEST_CLOSING_BEYOND_CONNECTION_TIMEOUT = Duration.ofSeconds(5);

    private enum Life {
        LATENT,
        STARTED,
        CLOSED
    }

    private final ZookeeperConfiguration configuration;
    private volatile ClientSettings settings;
    private final LongSupplier nanoTime;
    private final LostTransactions lost;
    private final Set<ZookeeperRegistrySession> sessions = ConcurrentHashMap.newKeySet();
    private final SharedObjects shared = new SharedObjects();
    private final Object starting = new Object();
    private final Object lock = new Object();
    private Life life = Life.LATENT;
    private ScheduledThreadPoolExecutor timer;

    /**
     * Creates a center that is not connected yet.
     *
     * @param configuration configuration, which may be changed until {@link #init()}
     * @throws IllegalArgumentException if a setting is invalid; the message contains its name, its value, and the remedy
     */
    public ZookeeperRegistryCenter(ZookeeperConfiguration configuration) {
        this(configuration, System::nanoTime);
    }

    /**
     * Creates a center with the given clock.
     *
     * @param nanoTime monotonic time, which determines the end of leases
     */
    ZookeeperRegistryCenter(ZookeeperConfiguration configuration, LongSupplier nanoTime) {
        this.configuration = configuration;
        this.settings = new ClientSettings(configuration);
        this.nanoTime = nanoTime;
        this.lost = new LostTransactions(nanoTime);
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
                // The application may have changed the configuration since the constructor; later changes have no
                // effect.
                settings = new ClientSettings(configuration);
                timer = newTimer();
            }
            try {
                prepareNamespace();
            } catch (RuntimeException e) {
                synchronized (lock) {
                    timer.shutdownNow();
                }
                throw e;
            }
            synchronized (lock) {
                if (life == Life.CLOSED) {
                    throw closed();
                }
                life = Life.STARTED;
            }
        }
    }

    private void prepareNamespace() {
        ZookeeperRegistrySession session;
        try {
            session = await(open());
        } catch (RegistryException e) {
            String found = ServerProbe.describe(settings.servers().addresses());
            throw new RegistryException(e.getMessage() + (found.isEmpty() ? "" : " (" + found + ")"), e);
        }
        try {
            new NamespaceSetup(session.connection()).run();
        } finally {
            session.close();
            awaitEnd(session);
        }
    }

    @Override
    public CompletionStage<RegistrySession> openSession() {
        synchronized (lock) {
            if (life != Life.STARTED) {
                return CompletableFuture.failedFuture(
                        life == Life.CLOSED
                                ? closed()
                                : new RegistryException(describe() + ": call init() before opening a session"));
            }
            return open().thenApply(session -> session);
        }
    }

    private CompletableFuture<ZookeeperRegistrySession> open() {
        ZookeeperRegistrySession session = new ZookeeperRegistrySession(settings, timer, nanoTime, lost);
        CompletableFuture<ZookeeperRegistrySession> result = new CompletableFuture<>();
        CompletableFuture<Void> opened;
        try {
            opened = session.open();
        } catch (RegistryException e) {
            return CompletableFuture.failedFuture(e);
        }
        sessions.add(session);
        session.connection().ended().thenRun(() -> sessions.remove(session));
        ScheduledFuture<?> limit;
        try {
            limit = timer.schedule(
                    () -> opened.completeExceptionally(tooLate(session)),
                    settings.connectionTimeout().toMillis(),
                    TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            session.close();
            return CompletableFuture.failedFuture(closed());
        }
        opened.whenComplete((done, error) -> {
            limit.cancel(false);
            if (error == null) {
                result.complete(session);
            } else {
                session.close();
                result.completeExceptionally(error);
            }
        });
        return result;
    }

    private RegistryException tooLate(ZookeeperRegistrySession session) {
        return new RegistryException(describe() + ": no session within "
                + settings.connectionTimeout().toMillis() + " ms; "
                + session.connection().condition()
                + ". Check that the servers run, have a majority, and can be reached from here, or raise"
                + " connectionTimeoutMilliseconds");
    }

    private RegistryException closed() {
        return new RegistryException(describe() + ": this registry center is closed; make a new one");
    }

    private ZookeeperRegistrySession await(CompletableFuture<ZookeeperRegistrySession> opening) {
        try {
            return opening.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RegistryException known
                    ? known
                    : new RegistryException(describe() + ": " + e, e);
        }
    }

    @Override
    public String describe() {
        return settings.describe();
    }

    @Override
    public <T extends AutoCloseable> T shared(Class<T> kind, Supplier<T> maker) {
        return shared.get(kind, maker);
    }

    /** Closes the center; waits for a limited time until the sessions and their threads have ended. */
    @Override
    public void close() {
        // Closed first and without holding the lock: closing it leaves its jobs, which needs sessions.
        shared.close();
        synchronized (lock) {
            if (life == Life.CLOSED) {
                return;
            }
            life = Life.CLOSED;
        }
        List<ZookeeperRegistrySession> open = List.copyOf(sessions);
        open.forEach(ZookeeperRegistrySession::close);
        // On the event thread, which closing itself waits for, closing continues in the background.
        if (!ClientCnxn.isInEventThread()) {
            open.forEach(this::awaitEnd);
        }
        synchronized (lock) {
            if (timer != null) {
                timer.shutdownNow();
            }
        }
    }

    private void awaitEnd(ZookeeperRegistrySession session) {
        Duration limit = settings.connectionTimeout().plus(LONGEST_CLOSING_BEYOND_CONNECTION_TIMEOUT);
        try {
            session.connection().ended().get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            LOG.warn("{} does not end within {} ms; its threads are daemons", session, limit.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ScheduledThreadPoolExecutor newTimer() {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "elasticjob-zookeeper-timer");
            thread.setDaemon(true);
            return thread;
        });
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }

    @Override
    public String toString() {
        return describe();
    }
}
