package dev.elasticjob.registry.zookeeper;

import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.Watch;
import dev.elasticjob.registry.Watch.Scope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.Watcher.WatcherType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches of one session. A server keeps one watch per path and connection, so all receivers of a path share it; it is recursive if one
 * of them watches the subtree. After a reconnect the client restores its confirmed watches, but not those whose confirmation was lost,
 * and it does not report changes made while it was disconnected. So the missing watches are set here again, and every receiver gets a
 * hint.
 */
final class Watches {

    private static final Logger LOG = LoggerFactory.getLogger(Watches.class);

    private final Connection connection;
    private final Namespace namespace;
    private final Map<String, WatchedPath> paths = new HashMap<>();
    private boolean over;

    /** A watch of one receiver. It is its own handle, because there are many of them. */
    private final class Receiver implements Watch {

        private final String path;
        private final Scope scope;
        private final Consumer<Hint> hints;

        Receiver(String path, Scope scope, Consumer<Hint> hints) {
            this.path = path;
            this.scope = scope;
            this.hints = hints;
        }

        @Override
        public void close() {
            remove(path, this);
        }
    }

    private record Delivery(Receiver receiver, Hint hint) {
        void make() {
            InOrder.deliver(receiver.hints, hint);
        }
    }

    Watches(Connection connection) {
        this.connection = connection;
        this.namespace = connection.settings().namespace();
    }

    Watch add(String path, Scope scope, Consumer<Hint> hints) {
        // Validates the path with the same messages as other operations.
        ReadRequest.of(path);
        Receiver receiver = new Receiver(path, scope, hints);
        synchronized (this) {
            if (over) {
                return () -> {};
            }
            WatchedPath watched = paths.computeIfAbsent(path, WatchedPath::new);
            watched.add(receiver);
            if (connection.obstacle().isEmpty()) {
                watched.setIfNeeded();
            }
        }
        return receiver;
    }

    private synchronized void remove(String path, Receiver receiver) {
        WatchedPath watched = paths.get(path);
        if (watched == null || !watched.remove(receiver)) {
            return;
        }
        if (watched.receivers.isEmpty()) {
            paths.remove(path);
            watched.unset();
        } else if (watched.current != null && watched.current != watched.wanted()) {
            watched.narrow();
        }
    }

    /** Sets missing watches and then sends hints: a read that a hint triggers is executed after the watch was set. */
    void reconnected() {
        List<Delivery> deliveries = new ArrayList<>();
        synchronized (this) {
            paths.values().forEach(WatchedPath::setIfNeeded);
            paths.values().forEach(watched -> watched.notifyEvery(deliveries));
        }
        deliveries.forEach(Delivery::make);
    }

    void changed(WatchedEvent event) {
        if (CommitPlan.isWitness(event.getPath())) {
            return;
        }
        namespace.fromServer(event.getPath()).ifPresent(path -> changed(path, event.getType()));
    }

    private void changed(String path, EventType type) {
        boolean bornOrDead = type == EventType.NodeCreated || type == EventType.NodeDeleted;
        if (!bornOrDead && type != EventType.NodeDataChanged && type != EventType.NodeChildrenChanged) {
            return;
        }
        List<Delivery> deliveries = new ArrayList<>();
        synchronized (this) {
            notify(path, path, Optional.empty(), deliveries);
            Optional<String> ancestor = Namespace.parent(path);
            if (bornOrDead && ancestor.isPresent()) {
                notify(ancestor.get(), ancestor.get(), Optional.of(Scope.NODE), deliveries);
            }
            while (ancestor.isPresent()) {
                notify(ancestor.get(), path, Optional.of(Scope.SUBTREE), deliveries);
                ancestor = Namespace.parent(ancestor.get());
            }
        }
        deliveries.forEach(Delivery::make);
    }

    private void notify(String watchedPath, String hinted, Optional<Scope> scope, List<Delivery> deliveries) {
        WatchedPath watched = paths.get(watchedPath);
        if (watched != null) {
            watched.receivers.stream()
                    .filter(receiver -> scope.isEmpty() || scope.get() == receiver.scope)
                    .forEach(receiver -> deliveries.add(new Delivery(receiver, new Hint(hinted, false))));
        }
    }

    synchronized void over() {
        over = true;
        paths.clear();
    }

    /** Returns the number of watched paths. */
    synchronized int size() {
        return paths.size();
    }

    /** Requested and confirmed state of the watch on one path. Guarded by the lock of {@link Watches}. */
    private final class WatchedPath {

        private final String path;
        /** Immutable and replaced on every change: most paths have one receiver. */
        private List<Receiver> receivers = List.of();
        /** Last requested scope that is not known to be lost; null for none. */
        private Scope current;

        WatchedPath(String path) {
            this.path = path;
        }

        void add(Receiver receiver) {
            List<Receiver> more = new ArrayList<>(receivers);
            more.add(receiver);
            receivers = List.copyOf(more);
        }

        boolean remove(Receiver receiver) {
            if (!receivers.contains(receiver)) {
                return false;
            }
            receivers = receivers.stream().filter(each -> each != receiver).toList();
            return true;
        }

        Scope wanted() {
            return receivers.stream().anyMatch(each -> each.scope == Scope.SUBTREE) ? Scope.SUBTREE : Scope.NODE;
        }

        void setIfNeeded() {
            if (current == null || wanted() == Scope.SUBTREE && current == Scope.NODE) {
                set();
            }
        }

        private void set() {
            Scope asked = wanted();
            AddWatchMode mode = asked == Scope.SUBTREE ? AddWatchMode.PERSISTENT_RECURSIVE : AddWatchMode.PERSISTENT;
            current = asked;
            long sentAt = connection.lease().now();
            connection
                    .client()
                    .addWatch(
                            namespace.toServer(path),
                            connection.watcher(),
                            mode,
                            (rc, serverPath, context) -> answered(connection.answered(rc, sentAt)),
                            null);
        }

        private void answered(Code code) {
            if (code == Code.OK) {
                return;
            }
            synchronized (Watches.this) {
                // An earlier, narrower watch may still be set, but setting it again does no harm.
                current = null;
            }
            if (Codes.isAnswer(code)) {
                LOG.error("{}: no watch on {}: {}", connection.settings().describe(), path, code);
            }
        }

        /**
         * Narrows the watch. A server cannot do that in one request, and a change between the two requests may be missed, so a hint is
         * sent.
         */
        private void narrow() {
            unset();
            if (connection.obstacle().isEmpty()) {
                set();
                long sentAt = connection.lease().now();
                connection
                        .client()
                        .exists(
                                namespace.toServer(path),
                                false,
                                (rc, serverPath, context, stat) -> {
                                    connection.answered(rc, sentAt);
                                    notifyEvery();
                                },
                                null);
            }
        }

        private void unset() {
            if (current == null) {
                return;
            }
            current = null;
            long sentAt = connection.lease().now();
            // Removed locally as well: otherwise a client that is not connected would set it again later.
            connection
                    .client()
                    .removeAllWatches(
                            namespace.toServer(path),
                            WatcherType.Any,
                            true,
                            (rc, serverPath, context) -> connection.answered(rc, sentAt),
                            null);
        }

        private void notifyEvery() {
            List<Delivery> deliveries = new ArrayList<>();
            synchronized (Watches.this) {
                notifyEvery(deliveries);
            }
            deliveries.forEach(Delivery::make);
        }

        private void notifyEvery(List<Delivery> deliveries) {
            receivers.forEach(receiver -> deliveries.add(new Delivery(receiver, new Hint(path, true))));
        }
    }
}
