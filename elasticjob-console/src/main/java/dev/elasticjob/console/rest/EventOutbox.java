package dev.elasticjob.console.rest;

import dev.elasticjob.console.registry.RegistryEvents.Change;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;

/**
 * Queue of events for one client. Events are merged, so that their number stays small even if the client reads slowly. At most
 * one task at a time sends them.
 */
final class EventOutbox {

    /** Maximum number of names in an event. A change of more jobs is sent as a change of any job. */
    private static final int MOST_NAMES = 500;

    /** The client that receives the events. Sending may block; only tasks of this outbox wait for it. */
    interface Client {

        /** Returns whether the client may still receive events. */
        boolean isAdmitted();

        void sendHeartbeat() throws IOException;

        /** @param jobs names of the changed jobs; empty if any job may have changed */
        void sendChanged(List<String> jobs) throws IOException;

        void end();

        void fail(Exception failure);
    }

    private final Executor executor;
    private final Client client;
    private final Set<String> changed = new TreeSet<>();
    private boolean hasChanges;
    private boolean anyMayHaveChanged;
    private boolean isHeartbeatDue;
    private boolean isGone;
    private boolean isSending;
    private boolean hasEnded;

    EventOutbox(Executor executor, Client client) {
        this.executor = executor;
        this.client = client;
    }

    /** Adds an event. Does not block. */
    void offer(Change change) {
        synchronized (this) {
            switch (change.kind()) {
                case HEARTBEAT -> isHeartbeatDue = true;
                case GONE -> isGone = true;
                case CHANGED -> add(change.jobs());
            }
        }
        wake();
    }

    private void add(List<String> jobs) {
        hasChanges = true;
        changed.addAll(jobs);
        anyMayHaveChanged |= jobs.isEmpty() || changed.size() > MOST_NAMES;
        if (anyMayHaveChanged) {
            changed.clear();
        }
    }

    /** Starts sending. Also called if only the admission of the client may have changed. */
    void wake() {
        synchronized (this) {
            if (isSending || hasEnded) {
                return;
            }
            isSending = true;
        }
        executor.execute(this::sendAll);
    }

    private void sendAll() {
        try {
            boolean isMore = true;
            while (isMore) {
                isMore = sendNext();
            }
        } catch (IOException | IllegalStateException closed) {
            client.fail(closed);
        }
    }

    private boolean sendNext() throws IOException {
        boolean sendHeartbeat = false;
        boolean sendChanges = false;
        List<String> jobs = List.of();
        synchronized (this) {
            hasEnded = isGone || !client.isAdmitted();
            if (!hasEnded) {
                sendHeartbeat = isHeartbeatDue;
                sendChanges = hasChanges;
                jobs = List.copyOf(changed);
                isHeartbeatDue = false;
                hasChanges = false;
                anyMayHaveChanged = false;
                changed.clear();
                isSending = sendHeartbeat || sendChanges;
            }
        }
        if (hasEnded) {
            client.end();
            return false;
        }
        if (sendHeartbeat) {
            client.sendHeartbeat();
        }
        if (sendChanges) {
            client.sendChanged(jobs);
        }
        return sendHeartbeat || sendChanges;
    }
}
