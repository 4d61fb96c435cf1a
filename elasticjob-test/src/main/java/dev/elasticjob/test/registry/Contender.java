package dev.elasticjob.test.registry;

import static dev.elasticjob.registry.Transaction.ANY_VERSION;
import static dev.elasticjob.test.registry.Peer.tx;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Conflict;
import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.RegistryException;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.RegistrySession.State;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.Watch.Scope;
import dev.elasticjob.test.registry.FaultyClient.Loss;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Competes for the lock on a separate thread, and breaks the connections of all contenders, including its own, at times
 * derived from its seed. It uses the registry as the engine does: unknown outcomes are resolved by a synced read.
 */
final class Contender {

    static final String COUNTER = "/counter";
    static final String NOTES = "/notes";
    private static final String LOCK = "/lock";

    private final String name;
    private final FaultyClient client;
    private final List<Contender> contenders;
    private final Random random;
    private final Events<Object> wakeUps;
    private volatile RegistrySession session;
    private int attempts;

    Contender(String name, FaultyClient client, List<Contender> contenders, long seed) {
        this.name = name;
        this.client = client;
        this.contenders = contenders;
        this.random = new Random(seed);
        this.wakeUps = new Events<>("hint or state for " + name);
        this.session = open().orElseThrow();
    }

    static int value(Node note) {
        return Integer.parseInt(note.text().split(" ")[0]);
    }

    static long lockNumber(Node note) {
        return Long.parseLong(note.text().split(" ")[1]);
    }

    static void awaitFight(CompletableFuture<Void> fight) {
        try {
            fight.get(10 * Waiting.LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause().getMessage(), e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("The fight does not end", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted", e);
        }
    }

    void fight(int rounds) {
        for (int round = 0; round < rounds; round++) {
            long lock = acquire();
            RegistrySession holder = session;
            while (!addOne(lock)) {
                lock = acquire();
                holder = session;
            }
            release(holder);
        }
    }

    void heal() {
        client.heal(session);
    }

    /**
     * Returns the number of the commit that created the lock. This contender holds the lock as long as this session
     * lives.
     */
    private long acquire() {
        while (true) {
            breakSomething();
            CommitResult result = commit(tx().create(LOCK, name, Mode.BOUND));
            if (result instanceof Committed committed) {
                return committed.number();
            }
            if (!(result instanceof Conflict)) {
                recover();
                continue;
            }
            // An earlier attempt with unknown outcome may have created the lock for this session.
            Optional<Snapshot> seen = read(LOCK);
            Optional<Node> lock = seen.flatMap(snapshot -> snapshot.node(LOCK));
            if (lock.isPresent() && lock.get().owner() == session.id()) {
                return lock.get().created();
            }
            if (seen.isEmpty()) {
                recover();
            } else if (lock.isPresent()) {
                wakeUps.next();
            }
        }
    }

    /** Increments the counter. Returns false if the increment certainly did not happen. */
    private boolean addOne(long lock) {
        String note = NOTES + "/" + name + "-" + attempts++;
        breakSomething();
        Optional<Node> counter = read(COUNTER).flatMap(snapshot -> snapshot.node(COUNTER));
        if (counter.isEmpty()) {
            recover();
            return false;
        }
        int value = Integer.parseInt(counter.get().text()) + 1;
        breakSomething();
        CommitResult result = commit(tx().set(COUNTER, "" + value, counter.get().version())
                .create(note, value + " " + lock, Mode.PERSISTENT));
        if (result instanceof Conflict) {
            // The session is alive, otherwise the commit would have been rejected. This contender therefore holds the
            // lock, and no other contender may have written.
            throw new AssertionError(name + " holds the lock made by commit " + lock + ", but " + result);
        }
        if (result instanceof Committed) {
            return true;
        }
        return exists(note);
    }

    private boolean exists(String path) {
        while (true) {
            recover();
            Optional<Snapshot> snapshot = read(path);
            if (snapshot.isPresent()) {
                return snapshot.get().node(path).isPresent();
            }
        }
    }

    /**
     * Deletes the lock if this contender still holds it. If the session has ended, the lock was deleted with it, and
     * another contender may hold a new one.
     */
    private void release(RegistrySession holder) {
        while (session == holder) {
            breakSomething();
            CommitResult result = commit(tx().delete(LOCK, ANY_VERSION));
            if (result instanceof Conflict) {
                throw new AssertionError(name + " cannot delete its lock: " + result);
            }
            if (result instanceof Committed || !isOwner(holder)) {
                return;
            }
        }
    }

    /** Returns whether the session holds the lock, which is false when the session has ended. */
    private boolean isOwner(RegistrySession holder) {
        while (true) {
            recover();
            Optional<Snapshot> snapshot = read(LOCK);
            if (snapshot.isPresent()) {
                return snapshot.get()
                        .node(LOCK)
                        .filter(lock -> lock.owner() == holder.id())
                        .isPresent();
            }
        }
    }

    /** Waits until the session is usable, or opens a new one if it has ended. */
    private void recover() {
        client.heal(session);
        while (session.state() == State.SUSPENDED) {
            wakeUps.next();
        }
        while (session.state() != State.CONNECTED && session.state() != State.SUSPENDED) {
            client.heal(session);
            open().ifPresent(opened -> session = opened);
        }
    }

    private Optional<RegistrySession> open() {
        RegistrySession opened;
        try {
            opened = client.center()
                    .openSession()
                    .toCompletableFuture()
                    .get(Waiting.LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RegistryException) {
                // Another contender has just broken the connection of this client.
                return Optional.empty();
            }
            throw new AssertionError(e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("No session", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted", e);
        }
        opened.onStateChange(wakeUps::accept);
        opened.watch(LOCK, Scope.NODE, (Hint hint) -> wakeUps.accept(hint));
        return Optional.of(opened);
    }

    private CommitResult commit(Transaction.Builder transaction) {
        return Waiting.await(session.commit(transaction.build()));
    }

    private Optional<Snapshot> read(String path) {
        ReadResult result = Waiting.await(session.read(ReadRequest.of(path).synced()));
        return result instanceof Snapshot snapshot ? Optional.of(snapshot) : Optional.empty();
    }

    private void breakSomething() {
        Contender victim = contenders.get(random.nextInt(contenders.size()));
        switch (random.nextInt(40)) {
            case 0 -> {
                victim.client.cut(victim.session);
                victim.client.heal(victim.session);
            }
            case 1 -> victim.client.expire(victim.session);
            case 2 -> victim.client.loseNextCommit(victim.session, Loss.BEFORE_APPLYING);
            case 3 -> victim.client.loseNextCommit(victim.session, Loss.AFTER_APPLYING);
            default -> {
                // Most calls break nothing; otherwise no contender would ever hold the lock.
            }
        }
    }
}
