package dev.elasticjob.registry.jdbc;

import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.Watch;
import dev.elasticjob.registry.support.WatchIndex;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Watches of a center. They exist only in this process, not in the database. */
final class Hints {

    private record Due(Entry entry, Hint hint) {}

    private final Delivery delivery;
    private final Set<Entry> entries = new HashSet<>();
    private final Set<Due> due = new LinkedHashSet<>();
    private final WatchIndex<Entry> index = new WatchIndex<>((entry, hint) -> due.add(new Due(entry, hint)));
    private int shardingWatches;

    /** A watch. */
    private final class Entry implements Watch {

        private final JdbcRegistrySession session;
        private final String path;
        private final Scope scope;
        private final Consumer<Hint> receiver;
        private final boolean needsSharding;
        private volatile boolean closed;

        private Entry(JdbcRegistrySession session, String path, Scope scope, Consumer<Hint> receiver) {
            this.session = session;
            this.path = path;
            this.scope = scope;
            this.receiver = receiver;
            this.needsSharding = LogEntries.needsSharding(path, scope);
        }

        private void deliver(Hint hint) {
            if (!closed) {
                receiver.accept(hint);
            }
        }

        @Override
        public void close() {
            closed = true;
            remove(this);
        }
    }

    Hints(Delivery delivery) {
        this.delivery = delivery;
    }

    synchronized Watch add(JdbcRegistrySession session, String path, Watch.Scope scope, Consumer<Hint> receiver) {
        Entry entry = new Entry(session, path, scope, receiver);
        entries.add(entry);
        index.add(path, scope, entry);
        shardingWatches += entry.needsSharding ? 1 : 0;
        return entry;
    }

    private synchronized void remove(Entry entry) {
        if (entries.remove(entry)) {
            index.remove(entry.path, entry.scope, entry);
            shardingWatches -= entry.needsSharding ? 1 : 0;
        }
    }

    synchronized void removeAll(JdbcRegistrySession session) {
        List<Entry> gone =
                entries.stream().filter(entry -> entry.session == session).toList();
        gone.forEach(Entry::close);
    }

    /** Returns whether a watch includes changes below the node {@code sharding} of a job. */
    synchronized boolean needSharding() {
        return shardingWatches > 0;
    }

    /** Notifies every watch of a possible change. */
    synchronized void all() {
        entries.forEach(entry -> due.add(new Due(entry, new Hint(entry.path, true))));
        send();
    }

    /**
     * Notifies watches of the changes in the log.
     *
     * @param lines lines of the log
     * @param ended receives the sessions that have ended
     */
    synchronized void changed(List<String> lines, Set<Long> ended) {
        for (String line : lines) {
            String rest = line.substring(1);
            switch (line.charAt(0)) {
                case LogEntries.CREATED_OR_DELETED -> index.createdOrDeleted(rest);
                case LogEntries.SET -> index.dataSet(rest);
                case LogEntries.ANYTHING_BELOW -> index.anythingBelow(rest);
                case LogEntries.SESSION_ENDED -> ended.add(Long.parseLong(rest));
                default -> index.anythingBelow("/");
            }
        }
        send();
    }

    private void send() {
        List<Due> sent = new ArrayList<>(due);
        due.clear();
        // Posted one by one, so that an exception of one receiver does not affect other hints.
        sent.forEach(each -> delivery.post(() -> each.entry.deliver(each.hint)));
    }
}
