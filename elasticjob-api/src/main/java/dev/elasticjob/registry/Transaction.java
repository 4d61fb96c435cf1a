package dev.elasticjob.registry;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks and changes that are applied together or not at all. They are applied in order, so each step takes the effects of earlier steps
 * into account.
 */
public final class Transaction {

    /** Matches any version. */
    public static final int ANY_VERSION = -1;

    /** Lifetime of a created node. */
    public enum Mode {
        PERSISTENT,
        /** The node is removed with the session that commits the transaction. */
        BOUND
    }

    /** One step of a transaction. */
    public sealed interface Op {
        String path();
    }

    /** Checks that the node exists, with this version unless it is {@link #ANY_VERSION}. */
    public record Check(String path, int version) implements Op {}

    /** Creates a node. It must not exist, and its parent must exist and be persistent. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Create(String path, byte[] data, Mode mode) implements Op {}

    /** Sets the data of an existing node. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Set(String path, byte[] data, int version) implements Op {}

    /** Deletes an existing node that has no children. */
    public record Delete(String path, int version) implements Op {}

    private static final int BYTES_BESIDE_PATH_AND_DATA = 80;

    private final List<Op> ops;
    private final int bytes;

    private Transaction(List<Op> ops, int bytes) {
        this.ops = List.copyOf(ops);
        this.bytes = bytes;
    }

    public static Builder builder() {
        return new Builder();
    }

    public List<Op> ops() {
        return ops;
    }

    /** Returns an estimate of the size in bytes that a registry needs for the transaction; the estimate is never too small. */
    public int bytes() {
        return bytes;
    }

    /** Returns an estimate of the bytes that one step adds to a transaction. */
    public static int bytes(Op op) {
        int data = op instanceof Create create ? create.data.length : op instanceof Set set ? set.data.length : 0;
        return BYTES_BESIDE_PATH_AND_DATA + utf8Length(op.path()) + data;
    }

    private static int utf8Length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("transaction of ").append(bytes).append(" bytes");
        for (Op op : ops) {
            text.append("; ").append(describe(op));
        }
        return text.toString();
    }

    /** Returns a description of a step, without its data. */
    public static String describe(Op op) {
        if (op instanceof Check check) {
            return "check " + check.path + version(check.version);
        }
        if (op instanceof Create create) {
            return "create " + create.path + (create.mode == Mode.BOUND ? " bound to the session" : "");
        }
        if (op instanceof Set set) {
            return "set " + set.path + version(set.version);
        }
        Delete delete = (Delete) op;
        return "delete " + delete.path + version(delete.version);
    }

    private static String version(int version) {
        return version == ANY_VERSION ? "" : " at version " + version;
    }

    /** Collects the steps in order. */
    public static final class Builder {

        private final List<Op> ops = new ArrayList<>();
        private int bytes;

        private Builder() {}

        public Builder check(String path, int version) {
            return add(new Check(path, version));
        }

        public Builder checkExists(String path) {
            return check(path, ANY_VERSION);
        }

        public Builder create(String path, byte[] data, Mode mode) {
            return add(new Create(path, data.clone(), mode));
        }

        public Builder create(String path, String data, Mode mode) {
            return create(path, utf8(data), mode);
        }

        public Builder set(String path, byte[] data, int version) {
            return add(new Set(path, data.clone(), version));
        }

        public Builder set(String path, String data, int version) {
            return set(path, utf8(data), version);
        }

        public Builder delete(String path, int version) {
            return add(new Delete(path, version));
        }

        public Builder add(Op op) {
            Paths.check(op.path());
            ops.add(op);
            bytes += Transaction.bytes(op);
            return this;
        }

        /** Adds all steps of another builder. */
        public Builder addAll(Builder other) {
            ops.addAll(other.ops);
            bytes += other.bytes;
            return this;
        }

        public boolean isEmpty() {
            return ops.isEmpty();
        }

        /** Returns the value of {@link Transaction#bytes()} for a transaction built now. */
        public int bytes() {
            return bytes;
        }

        /**
         * Creates the transaction.
         *
         * @return the transaction
         * @throws IllegalStateException if the transaction contains no change: it would have no number in the history of the registry
         */
        public Transaction build() {
            if (ops.stream().allMatch(Check.class::isInstance)) {
                throw new IllegalStateException("A transaction must change something: " + ops);
            }
            return new Transaction(ops, bytes);
        }

        private static byte[] utf8(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    }
}
