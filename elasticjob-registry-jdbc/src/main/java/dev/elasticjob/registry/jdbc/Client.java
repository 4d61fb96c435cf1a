package dev.elasticjob.registry.jdbc;

import dev.elasticjob.registry.RegistryException;
import dev.elasticjob.registry.RegistrySession.State;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the two connections of a center and the threads that use them.
 *
 * <p>The worker executes the reads and commits of all sessions, one after the other. The pulse thread connects, sends heartbeats, reads
 * the log, and ends sessions without an owner; it never waits for the worker. After an error, both connections are closed unless it is
 * certain that the connection is still usable. The sessions are then suspended until the pulse thread has connected again and attached
 * them. Attaching increments their generation under the lock of the namespace, so that a commit that may still be in progress on the
 * previous connection has either been applied by then or never will be.
 */
final class Client {

    private static final Logger LOG = LoggerFactory.getLogger(Client.class);
    private static final int HEARTBEATS_IN_TIMEOUT = 6;
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
    private static final Duration NOTIFICATION_DELAY = Duration.ofMillis(20);
    private static final long LOG_KEPT = 10_000;
    private static final long REPORT_NANOS = Duration.ofMinutes(1).toNanos();

    /** Request that the worker executes for a session. */
    interface Request {
        /**
         * Executes the request.
         *
         * @throws SQLException if the request fails; the worker then calls {@link #failed}
         */
        void run(Link link) throws SQLException;

        /** Called if there is no connection; nothing was sent. */
        void notConnected();

        /**
         * Called if the request failed.
         *
         * @param error the failure
         * @param rejected whether the server certainly did not apply the request
         */
        void failed(SQLException error, boolean rejected);
    }

    /** Both connections, which are opened and closed together. */
    record Link(Connection work, Connection pulse) {}

    private final Connector connector;
    private final Dialect dialect;
    private final int ns;
    private final Duration sessionTimeout;
    private final Duration pollInterval;
    private final LongSupplier nanoTime;
    private final Delivery delivery = new Delivery();
    private final Hints hints = new Hints(delivery);
    private final Reaper reaper;
    private final Thread worker = new Thread(this::work, "elasticjob-jdbc-registry-worker");
    private final Thread pulse = new Thread(this::pulse, "elasticjob-jdbc-registry-pulse");

    private final Object lock = new Object();
    private final Map<Long, JdbcRegistrySession> sessions = new LinkedHashMap<>();
    private final Queue<Request> requests = new ArrayDeque<>();
    private final NavigableSet<Long> ownCommits = new TreeSet<>();
    private Link link;
    private boolean closing;
    private boolean workerEnds;
    private String condition = "";
    private long seen;
    private long attachments;
    private CompletableFuture<Void> connected = new CompletableFuture<>();

    // Used by the pulse thread only.
    private long after;
    private long afterSharding;
    private long trimmed;
    private long lastReport;
    private int failures;

    // Used by the worker only.
    private final boolean[] unannounced = new boolean[2];
    private long firstUnannounced;

    Client(Connector connector, int ns, Duration sessionTimeout, Duration pollInterval, LongSupplier nanoTime) {
        this.connector = connector;
        this.dialect = connector.dialect();
        this.ns = ns;
        this.sessionTimeout = sessionTimeout;
        this.pollInterval = pollInterval;
        this.nanoTime = nanoTime;
        this.reaper = new Reaper(nanoTime);
        this.lastReport = nanoTime.getAsLong() - REPORT_NANOS;
        worker.setDaemon(true);
        pulse.setDaemon(true);
    }

    void start() {
        worker.start();
        pulse.start();
    }

    Dialect dialect() {
        return dialect;
    }

    int ns() {
        return ns;
    }

    Hints hints() {
        return hints;
    }

    Delivery delivery() {
        return delivery;
    }

    LongSupplier nanoTime() {
        return nanoTime;
    }

    Duration sessionTimeout() {
        return sessionTimeout;
    }

    String describe() {
        return connector.describe();
    }

    Object lock() {
        return lock;
    }

    long seen() {
        synchronized (lock) {
            return seen;
        }
    }

    void sawNumber(long number) {
        synchronized (lock) {
            seen = Math.max(seen, number);
        }
    }

    /** Returns the failure of the last attempt to connect, for messages. */
    String condition() {
        synchronized (lock) {
            return condition;
        }
    }

    void submit(Request request) {
        synchronized (lock) {
            if (!workerEnds) {
                requests.add(request);
                lock.notifyAll();
                return;
            }
        }
        delivery.post(request::notConnected);
    }

    /** Opens a session as soon as there is a connection. */
    CompletableFuture<JdbcRegistrySession> openSession() {
        CompletableFuture<JdbcRegistrySession> result = new CompletableFuture<>();
        tryToOpen(result);
        return result;
    }

    private void tryToOpen(CompletableFuture<JdbcRegistrySession> result) {
        JdbcRegistrySession session = new JdbcRegistrySession(this, randomId());
        submit(new Request() {
            @Override
            public void run(Link used) throws SQLException {
                if (result.isDone()) {
                    return;
                }
                long sentAt = nanoTime.getAsLong();
                dialect.open(used.work(), ns, session.id(), sessionTimeout.toMillis());
                synchronized (lock) {
                    if (used != link || closing) {
                        throw new SQLException("The connection was lost while the session was opened", "08006");
                    }
                    session.opened(sentAt);
                    sessions.put(session.id(), session);
                    lock.notifyAll();
                }
                delivery.post(() -> {
                    if (!result.complete(session)) {
                        session.close();
                    }
                });
            }

            @Override
            public void notConnected() {
                CompletableFuture<Void> connection;
                synchronized (lock) {
                    connection = connected;
                }
                connection.whenComplete((done, error) -> {
                    if (error != null) {
                        result.completeExceptionally(error);
                    } else if (!result.isDone()) {
                        tryToOpen(result);
                    }
                });
            }

            @Override
            public void failed(SQLException error, boolean rejected) {
                if (rejected) {
                    result.completeExceptionally(new RegistryException(
                            describe() + ": cannot open a session: " + SqlErrors.explain(error), error));
                } else {
                    notConnected();
                }
            }
        });
    }

    /** Random, so that an id is not used again after the database was restored. Its lowest possible value is 1. */
    private static long randomId() {
        return ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
    }

    // ---- worker ----

    private void work() {
        while (true) {
            Request request;
            Link used;
            synchronized (lock) {
                while (requests.isEmpty() && !workerEnds && !hasUnannounced()) {
                    waitForChange(0);
                }
                request = requests.poll();
                used = link;
                if (request == null && workerEnds) {
                    return;
                }
            }
            if (request != null) {
                carryOut(request, used);
            }
            announceIfDue(request == null);
        }
    }

    private boolean hasUnannounced() {
        return unannounced[0] || unannounced[1];
    }

    private void carryOut(Request request, Link used) {
        if (used == null) {
            delivery.post(request::notConnected);
            return;
        }
        try {
            request.run(used);
        } catch (SQLException e) {
            boolean rejected = SqlErrors.isRejection(e);
            if (!rejected || SqlErrors.isReadOnly(e)) {
                broken(used, e);
            }
            delivery.post(() -> request.failed(e, rejected));
        } catch (RuntimeException | Error e) {
            LOG.error("{}: a request failed in an unexpected way; reconnecting", describe(), e);
            SQLException error = new SQLException("Unexpected: " + e, "58000", e);
            broken(used, error);
            delivery.post(() -> request.failed(error, false));
        }
    }

    /**
     * Notifies the watches of this center of a commit of its own, before the result of the commit is delivered, as ZooKeeper does. The
     * poll that reads the commit later skips it. A watch that is added from now on needs no hint of it, because every read from now on
     * sees it.
     */
    void committed(long number, List<String> areas) {
        synchronized (lock) {
            seen = Math.max(seen, number);
            ownCommits.add(number);
        }
        for (String area : areas) {
            if (!area.isEmpty()) {
                hints.changed(List.of(area.split("\n")), new HashSet<>());
            }
        }
        changed(areas.stream().map(area -> !area.isEmpty()).toList());
    }

    private boolean isOwn(long number) {
        synchronized (lock) {
            return ownCommits.contains(number);
        }
    }

    /** Records that something changed. Other processes are notified when no further request waits, or after a short time. */
    void changed(List<Boolean> areas) {
        for (int area = 0; area < unannounced.length; area++) {
            if (areas.get(area)) {
                if (!hasUnannounced()) {
                    firstUnannounced = nanoTime.getAsLong();
                }
                unannounced[area] = true;
            }
        }
    }

    private void announceIfDue(boolean idle) {
        if (!hasUnannounced()) {
            return;
        }
        Link used;
        synchronized (lock) {
            used = link;
            if (!idle
                    && !requests.isEmpty()
                    && nanoTime.getAsLong() - firstUnannounced < NOTIFICATION_DELAY.toNanos()) {
                return;
            }
        }
        try {
            for (int area = 0; area < unannounced.length; area++) {
                if (unannounced[area] && used != null) {
                    dialect.notifyOthers(used.work(), ns, area == 1);
                }
            }
        } catch (SQLException e) {
            if (!SqlErrors.isRejection(e)) {
                broken(used, e);
            }
        } catch (RuntimeException | Error e) {
            LOG.error("{}: a request failed in an unexpected way; reconnecting", describe(), e);
            broken(used, new SQLException("Unexpected: " + e, "58000", e));
        } finally {
            // Notifications only accelerate the polling of the log, so a failed one is not repeated.
            unannounced[0] = false;
            unannounced[1] = false;
        }
    }

    // ---- connection ----

    /** Closes both connections, once, and suspends the sessions. */
    void broken(Link used, SQLException error) {
        synchronized (lock) {
            if (link != used || link == null) {
                return;
            }
            link = null;
            condition = SqlErrors.explain(error);
            connected = new CompletableFuture<>();
            if (!closing) {
                LOG.warn("{}: lost the connection; reconnecting: {}", describe(), condition);
            }
            sessions.values().forEach(session -> session.become(State.SUSPENDED));
            lock.notifyAll();
        }
        abort(used);
    }

    private void abort(Link used) {
        for (Connection each : List.of(used.work(), used.pulse())) {
            try {
                dialect.abort(each);
            } catch (SQLException e) {
                LOG.debug("A connection that failed could not be closed", e);
            }
        }
    }

    /** Ends a session that no longer exists in the database. */
    void lost(JdbcRegistrySession session, String reason) {
        synchronized (lock) {
            if (sessions.remove(session.id()) == null) {
                return;
            }
            session.become(State.LOST);
            if (session.state() == State.LOST) {
                LOG.warn("{}: session 0x{} is lost: {}", describe(), Long.toHexString(session.id()), reason);
            }
        }
        hints.removeAll(session);
    }

    void closed(JdbcRegistrySession session) {
        synchronized (lock) {
            sessions.remove(session.id());
            session.become(State.CLOSED);
        }
        hints.removeAll(session);
    }

    /** Ends all sessions after the database lost commits that this client has seen. */
    void lostCommits() {
        LOG.error(
                "{}: the database lost acknowledged commits; all sessions were ended, and numbers continue behind {}",
                describe(),
                seen());
        List<JdbcRegistrySession> all;
        synchronized (lock) {
            all = List.copyOf(sessions.values());
        }
        all.forEach(session -> lost(session, "the database had lost commits"));
    }

    // ---- pulse ----

    private void pulse() {
        long nextBeat = 0;
        long nextObservation = 0;
        long nextPoll = 0;
        Link last = null;
        while (true) {
            Link used;
            synchronized (lock) {
                if (closing) {
                    return;
                }
                used = link;
            }
            if (used == null) {
                connect();
                continue;
            }
            long now = nanoTime.getAsLong();
            if (used != last) {
                last = used;
                nextBeat = now;
                nextObservation = now;
                nextPoll = now;
                reaper.reset();
            }
            try {
                if (now - nextBeat >= 0) {
                    beat(used);
                    nextBeat = now + sessionTimeout.toNanos() / HEARTBEATS_IN_TIMEOUT;
                }
                if (now - nextPoll >= 0) {
                    poll(used);
                    nextPoll = now + pollInterval.toNanos();
                }
                if (now - nextObservation >= 0) {
                    observe(used);
                    nextObservation = nanoTime.getAsLong() + reaper.period().toNanos();
                }
                long next = nextPoll - nextBeat < 0 ? nextPoll : nextBeat;
                next = next - nextObservation < 0 ? next : nextObservation;
                if (awaitChange(used, next - nanoTime.getAsLong())) {
                    nextPoll = nanoTime.getAsLong();
                }
            } catch (SQLException e) {
                reaper.reset();
                if (SqlErrors.isRejection(e) && !SqlErrors.isReadOnly(e)) {
                    report("the database rejects requests", e);
                    nextPoll = now + pollInterval.toNanos();
                    pause(pollInterval);
                } else {
                    broken(used, e);
                }
            } catch (RuntimeException | Error e) {
                LOG.error("{}: heartbeats or reading the log failed in an unexpected way; reconnecting", describe(), e);
                broken(used, new SQLException("Unexpected: " + e, "58000", e));
                pause(pollInterval);
            }
        }
    }

    /** Waits for a change and returns whether to read the log immediately. */
    private boolean awaitChange(Link used, long nanos) throws SQLException {
        if (nanos <= 0) {
            return false;
        }
        if (dialect.awaitNotification(used.pulse(), ns, hints.needSharding(), Duration.ofNanos(nanos))) {
            return true;
        }
        pause(Duration.ofNanos(nanos));
        return false;
    }

    private void pause(Duration time) {
        long until = nanoTime.getAsLong() + time.toNanos();
        synchronized (lock) {
            Link before = link;
            while (!closing && link == before && until - nanoTime.getAsLong() > 0) {
                waitForChange(Math.max(1, TimeUnit.NANOSECONDS.toMillis(until - nanoTime.getAsLong())));
            }
        }
    }

    private void waitForChange(long millis) {
        try {
            lock.wait(millis);
        } catch (InterruptedException e) {
            LOG.debug("Interrupted; this thread ends only when the center is closed", e);
        }
    }

    private void connect() {
        Connection first = null;
        Connection second = null;
        try {
            first = connector.openWork();
            second = connector.openPulse();
            attach(new Link(first, second));
            failures = 0;
        } catch (SQLException | RuntimeException | Error e) {
            close(first);
            close(second);
            failed(e);
        }
    }

    private void failed(Throwable error) {
        String reason = error instanceof SQLException sql ? SqlErrors.explain(sql) : error.toString();
        synchronized (lock) {
            condition = reason;
            if (closing) {
                return;
            }
        }
        if (error instanceof SQLException sql) {
            report("cannot connect", sql);
        } else {
            LOG.error("{}: cannot connect in an unexpected way; retrying", describe(), error);
        }
        long longest = Math.min(LONGEST_PAUSE.toMillis(), 50L << Math.min(failures++, 10));
        pause(Duration.ofMillis(ThreadLocalRandom.current().nextLong(longest / 2, longest + 1)));
    }

    private static void close(Connection connection) {
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException e) {
                LOG.debug("A connection that failed could not be closed", e);
            }
        }
    }

    private void attach(Link fresh) throws SQLException {
        List<JdbcRegistrySession> attached;
        long known;
        synchronized (lock) {
            attached = List.copyOf(sessions.values());
            known = seen;
        }
        long sentAt = nanoTime.getAsLong();
        AttachReply reply = dialect.attach(
                fresh.pulse(),
                ns,
                attached.stream().map(JdbcRegistrySession::id).toList(),
                known);
        if (reply.lostCommits()) {
            lostCommits();
        }
        for (JdbcRegistrySession session : attached) {
            if (!reply.generations().containsKey(session.id())) {
                lost(
                        session,
                        "another session has ended it, as it sent no heartbeat within its timeout of "
                                + sessionTimeout.toMillis() + " ms");
            }
        }
        // Every watch is notified, so no hint is needed for earlier changes.
        after = reply.last();
        afterSharding = reply.last();
        CompletableFuture<Void> waiting;
        synchronized (lock) {
            if (closing) {
                abort(fresh);
                return;
            }
            seen = Math.max(seen, reply.last());
            link = fresh;
            condition = "";
            reply.generations().forEach((id, generation) -> {
                JdbcRegistrySession session = sessions.get(id);
                if (session != null) {
                    session.attached(generation, sentAt);
                    session.become(State.CONNECTED);
                }
            });
            if (attachments++ > 0) {
                hints.all();
            }
            waiting = connected;
            lock.notifyAll();
        }
        delivery.post(() -> waiting.complete(null));
    }

    private void beat(Link used) throws SQLException {
        Map<Long, JdbcRegistrySession> alive;
        synchronized (lock) {
            alive = new LinkedHashMap<>(sessions);
        }
        if (alive.isEmpty()) {
            return;
        }
        long sentAt = nanoTime.getAsLong();
        Set<Long> found = dialect.beat(used.pulse(), alive.keySet());
        alive.forEach((id, session) -> {
            if (found.contains(id)) {
                session.lease().answered(sentAt);
            } else {
                lost(
                        session,
                        "another session has ended it, as it sent no heartbeat within its timeout of "
                                + sessionTimeout.toMillis() + " ms");
            }
        });
    }

    private void poll(Link used) throws SQLException {
        boolean sharding = hints.needSharding();
        long known = seen();
        long lastBefore = after;
        Poll poll = dialect.poll(used.pulse(), ns, after, sharding, afterSharding);
        if (poll.last() < known) {
            throw new SQLException(
                    "The last commit is " + poll.last() + ", but " + known + " was acknowledged", "58000");
        }
        sawNumber(poll.last());
        if (poll.trimmed() > Math.min(after, sharding ? afterSharding : after)) {
            hints.all();
        }
        after = poll.last();
        // A watch that is set from now on concerns only commits after the last poll.
        afterSharding = sharding ? poll.last() : lastBefore;
        Set<Long> ended = new HashSet<>();
        for (Poll.Entry entry : poll.entries()) {
            if (!isOwn(entry.number())) {
                hints.changed(entry.lines(), ended);
            }
        }
        synchronized (lock) {
            ownCommits.headSet(after, true).clear();
        }
        for (Long id : ended) {
            JdbcRegistrySession session;
            synchronized (lock) {
                session = sessions.get(id);
            }
            if (session != null) {
                lost(session, "another client has ended it");
            }
        }
    }

    private void observe(Link used) throws SQLException {
        Set<Long> own;
        synchronized (lock) {
            own = Set.copyOf(sessions.keySet());
        }
        if (own.isEmpty()) {
            reaper.reset();
        }
        List<SessionRow> rows = dialect.sessions(used.pulse(), ns);
        for (SessionRow row : reaper.observe(rows, own::contains)) {
            if (!own.isEmpty() && dialect.end(used.pulse(), ns, row.id(), row.beat())) {
                LOG.info(
                        "{}: ended session 0x{}, which sent no heartbeat for {} ms",
                        describe(),
                        Long.toHexString(row.id()),
                        row.timeoutMillis());
                dialect.notifyOthers(used.pulse(), ns, false);
                dialect.notifyOthers(used.pulse(), ns, true);
            }
        }
        if (!rows.isEmpty() && own.contains(rows.get(0).id())) {
            trim(used);
        }
    }

    private void trim(Link used) throws SQLException {
        if (after - trimmed > 2 * LOG_KEPT) {
            dialect.trim(used.pulse(), ns, after - LOG_KEPT);
            trimmed = after - LOG_KEPT;
        }
    }

    private void report(String what, SQLException error) {
        long now = nanoTime.getAsLong();
        if (now - lastReport >= REPORT_NANOS) {
            lastReport = now;
            LOG.warn("{}: {}; retrying: {}", describe(), what, SqlErrors.explain(error));
        } else {
            LOG.debug("{}: {}; retrying: {}", describe(), what, SqlErrors.explain(error));
        }
    }

    // ---- shutdown ----

    /** Closes all sessions, in the database too if it can be reached, and ends the threads. */
    void close(Duration longest) {
        List<JdbcRegistrySession> open;
        synchronized (lock) {
            open = new ArrayList<>(sessions.values());
        }
        open.forEach(JdbcRegistrySession::close);
        synchronized (lock) {
            workerEnds = true;
            lock.notifyAll();
        }
        if (delivery.isCurrentThread()) {
            // The caller may be a receiver: the threads that are joined must not wait for the calling thread.
            Thread closer = new Thread(() -> finish(longest), "elasticjob-jdbc-registry-closing");
            closer.setDaemon(true);
            closer.start();
        } else {
            finish(longest);
        }
    }

    private void finish(Duration longest) {
        join(worker, longest);
        CompletableFuture<Void> waiting;
        Link last;
        synchronized (lock) {
            closing = true;
            last = link;
            link = null;
            waiting = connected;
            lock.notifyAll();
        }
        if (last != null) {
            abort(last);
        }
        waiting.completeExceptionally(new RegistryException(describe() + ": this registry center is closed"));
        join(pulse, longest);
        delivery.end(longest);
    }

    private void join(Thread thread, Duration longest) {
        try {
            thread.join(longest.toMillis());
            if (thread.isAlive()) {
                LOG.warn(
                        "{}: thread {} does not end within {} ms; it is a daemon",
                        describe(),
                        thread.getName(),
                        longest.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
