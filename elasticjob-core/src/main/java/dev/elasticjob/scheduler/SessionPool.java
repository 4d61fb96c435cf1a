package dev.elasticjob.scheduler;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import java.util.ArrayList;
import java.util.List;

/**
 * The sessions of a scheduler. Jobs share a session until the nodes that are bound to it would be too many for a registry. Further
 * jobs use another session.
 */
final class SessionPool implements AutoCloseable {

    /** Maximum length of all paths that the jobs of a session are expected to bind to it. */
    private static final int BYTES_PLANNED = 384 * 1024;

    private final CoordinatorRegistryCenter center;
    private final ReliableTimer timer;
    private final Guard guard;
    private final Environment environment;
    private final List<SharedSession> sessions = new ArrayList<>();

    SessionPool(CoordinatorRegistryCenter center, ReliableTimer timer, Guard guard, Environment environment) {
        this.center = center;
        this.timer = timer;
        this.guard = guard;
        this.environment = environment;
    }

    /** Assigns a session to a user, which is notified of that session and of every one that replaces it, until it is released. */
    synchronized SharedSession attach(SessionUser user, int bytes) {
        for (SharedSession session : sessions) {
            if (session.add(user, bytes, BYTES_PLANNED)) {
                return session;
            }
        }
        SharedSession session = new SharedSession(center, timer, guard, environment.nanoTime(), environment.random());
        session.add(user, bytes, Integer.MAX_VALUE);
        sessions.add(session);
        session.open();
        return session;
    }

    synchronized void release(SharedSession session, SessionUser user) {
        if (session.remove(user)) {
            sessions.remove(session);
            session.close();
        }
    }

    synchronized List<SessionView> views() {
        return sessions.stream().map(SharedSession::view).toList();
    }

    @Override
    public synchronized void close() {
        sessions.forEach(SharedSession::close);
        sessions.clear();
    }
}
