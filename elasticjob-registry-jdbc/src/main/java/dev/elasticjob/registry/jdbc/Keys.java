package dev.elasticjob.registry.jdbc;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/** Computes the keys of nodes: the bytes of a path or, for a long path, a prefix and its hash. */
final class Keys {

    private static final int LONGEST_PATH = 200;
    private static final byte[] NONE = {};

    private Keys() {}

    static byte[] of(String path) {
        byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= LONGEST_PATH) {
            return bytes;
        }
        // Longer than the key of any short path, so that two paths never have the same key.
        byte[] hash = sha256(bytes);
        byte[] key = Arrays.copyOf(bytes, LONGEST_PATH + hash.length);
        System.arraycopy(hash, 0, key, LONGEST_PATH, hash.length);
        return key;
    }

    /** Returns the key of the parent; an empty array for the root. */
    static byte[] ofParent(String path) {
        if (path.equals("/")) {
            return NONE;
        }
        int slash = path.lastIndexOf('/');
        return of(slash == 0 ? "/" : path.substring(0, slash));
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JVM must have SHA-256", e);
        }
    }
}
