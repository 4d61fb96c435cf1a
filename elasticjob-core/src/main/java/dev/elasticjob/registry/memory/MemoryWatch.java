package dev.elasticjob.registry.memory;

import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.Watch;
import java.util.function.Consumer;

/** Watch of one session. */
final class MemoryWatch implements Watch {

    private final MemorySession session;
    private final String path;
    private final Scope scope;
    private final Consumer<Hint> receiver;
    private volatile boolean closed;

    MemoryWatch(MemorySession session, String path, Scope scope, Consumer<Hint> receiver) {
        this.session = session;
        this.path = path;
        this.scope = scope;
        this.receiver = receiver;
    }

    String path() {
        return path;
    }

    Scope scope() {
        return scope;
    }

    /** Called when something has changed; the session determines when its client is notified. */
    void hint(Hint hint) {
        session.send(this, hint);
    }

    void deliver(Hint hint) {
        if (!closed) {
            DeliveryThread.tell(receiver, hint);
        }
    }

    @Override
    public void close() {
        closed = true;
        session.unwatch(this);
    }
}
