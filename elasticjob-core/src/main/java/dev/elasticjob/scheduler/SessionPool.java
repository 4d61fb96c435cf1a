package dev.elasticjob.scheduler;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import java.util.ArrayList;
import java.util.List;

/**
 * The sessions of a scheduler. Jobs share one until it is bound to so many nodes that a registry would suffer; further jobs
 * get a further one.
 */
final class SessionPool implements AutoCloseable {

    /** Of the paths that a session may be bound to, what jobs are counted upon to need. */
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

    /** Gives a job a session; it is told of every session that follows, until it is released. */
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
