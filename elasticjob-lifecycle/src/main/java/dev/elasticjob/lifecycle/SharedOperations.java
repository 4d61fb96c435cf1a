package dev.elasticjob.lifecycle;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/** Connections by address. Each connection stays open while it is in use. */
final class SharedOperations {

    /** Identity of a connection. The digest is a secret and is not part of {@code toString}. */
    private record Key(String connectString, String namespace, String digest) {

        @Override
        public String toString() {
            return connectString + ", namespace " + namespace;
        }
    }

    private static final class Entry {
        final RegistryOperations operations;
        int users;

        Entry(RegistryOperations operations) {
            this.operations = operations;
        }
    }

    private final Map<Key, Entry> open = new HashMap<>();

    /** The right to use a connection until the lease is closed. */
    final class Lease implements AutoCloseable {

        private final Key key;
        private final RegistryOperations operations;
        private final AtomicBoolean closed = new AtomicBoolean();

        private Lease(Key key, RegistryOperations operations) {
            this.key = key;
            this.operations = operations;
        }

        RegistryOperations operations() {
            return operations;
        }

        @Override
        public void close() {
            if (closed.compareAndSet(false, true)) {
                release(key);
            }
        }
    }

    /** Holds the lock while it connects: concurrent callers most likely need the same connection. */
    synchronized Lease lease(String connectString, String namespace, String digest) {
        Key key = new Key(
                Objects.requireNonNull(connectString, "connectString"),
                Objects.requireNonNull(namespace, "namespace"),
                digest == null ? "" : digest);
        Entry entry = open.get(key);
        if (entry == null) {
            entry = new Entry(RegistryOperations.connect(key.connectString, key.namespace, key.digest));
            open.put(key, entry);
        }
        entry.users++;
        return new Lease(key, entry.operations);
    }

    private synchronized void release(Key key) {
        Entry entry = open.get(key);
        if (--entry.users == 0) {
            open.remove(key);
            entry.operations.close();
        }
    }
}
