package dev.elasticjob.registry;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;

/** Node as it was read. */
public final class Node {

    /** Value of {@link #owner()} for a persistent node. */
    public static final long NO_OWNER = 0;

    /** Shared by all empty nodes, because most nodes are empty and there are many of them. */
    private static final byte[] NOTHING = {};

    private final String path;
    private final byte[] data;
    private final int version;
    private final long created;
    private final long modified;
    private final Instant modifiedAt;
    private final long owner;

    public Node(String path, byte[] data, int version, long created, long modified, Instant modifiedAt, long owner) {
        this.path = Objects.requireNonNull(path);
        this.data = data.length == 0 ? NOTHING : data.clone();
        this.version = version;
        this.created = created;
        this.modified = modified;
        this.modifiedAt = Objects.requireNonNull(modifiedAt);
        this.owner = owner;
    }

    public String path() {
        return path;
    }

    public byte[] data() {
        return data.clone();
    }

    /** Returns the data decoded as UTF-8. */
    public String text() {
        return new String(data, StandardCharsets.UTF_8);
    }

    public boolean isEmpty() {
        return data.length == 0;
    }

    /** Returns how often the data was set since the node was created. It starts again at 0 when a node is deleted and recreated. */
    public int version() {
        return version;
    }

    /** Returns the number of the commit that created the node. */
    public long created() {
        return created;
    }

    /** Returns the number of the commit that last set the data, or that created the node. */
    public long modified() {
        return modified;
    }

    /** Returns the registry's time of the commit {@link #modified()}. */
    public Instant modifiedAt() {
        return modifiedAt;
    }

    /** Returns the id of the session that the node is bound to, or {@link #NO_OWNER}. */
    public long owner() {
        return owner;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Node that
                && path.equals(that.path)
                && version == that.version
                && created == that.created
                && modified == that.modified
                && owner == that.owner
                && modifiedAt.equals(that.modifiedAt)
                && Arrays.equals(data, that.data);
    }

    @Override
    public int hashCode() {
        return Objects.hash(path, version, created, modified, owner);
    }

    @Override
    public String toString() {
        return path + " (version " + version + ", created " + created + ", modified " + modified
                + (owner == NO_OWNER ? "" : ", session 0x" + Long.toHexString(owner)) + ")";
    }
}
