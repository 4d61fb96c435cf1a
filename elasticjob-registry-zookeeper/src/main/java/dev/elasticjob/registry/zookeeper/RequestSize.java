package dev.elasticjob.registry.zookeeper;

import java.util.List;
import org.apache.zookeeper.data.ACL;

/**
 * Computes the size of a request in bytes before it is sent. A server drops the connection on a request that is too large, and the client
 * cannot determine the reason.
 */
final class RequestSize {

    private static final int INT = 4;
    /** Type, end mark, error code. */
    private static final int OP_HEADER = INT + 1 + INT;
    /** Number and type of the request, and the header that ends the list. */
    private static final int REQUEST = 2 * INT + OP_HEADER;
    /** Overhead per step, in addition to path and data, in {@link dev.elasticjob.registry.Transaction#bytes()}. */
    private static final int COUNTED_BESIDE = 80;
    /** Maximum overhead of a step in addition to path and data: a creation with an open ACL. */
    private static final int LARGEST_STEP = 48;

    /** Number of requests that a witness adds. */
    private static final int WITNESS_REQUESTS = 3;

    private static final int LONGEST_USUAL_PATH = 1024;

    private final int aclBytes;
    private long bytes = REQUEST;

    RequestSize(List<ACL> acl) {
        aclBytes = INT
                + acl.stream()
                        .mapToInt(each -> INT
                                + string(each.getId().getScheme())
                                + string(each.getId().getId()))
                        .sum();
    }

    long bytes() {
        return bytes;
    }

    void add(int more) {
        bytes += more;
    }

    int check(String path) {
        return OP_HEADER + string(path) + INT;
    }

    int delete(String path) {
        return OP_HEADER + string(path) + INT;
    }

    int set(String path, byte[] data) {
        return OP_HEADER + string(path) + INT + data.length + INT;
    }

    int create(String path, byte[] data) {
        return OP_HEADER + string(path) + INT + data.length + aclBytes + INT;
    }

    /** Returns the size of a read of a node or of its children. */
    static int read(String path) {
        return OP_HEADER + string(path) + 1;
    }

    private static int string(String text) {
        return INT + Namespace.bytes(text);
    }

    /**
     * Returns the largest transaction, as counted by the caller, that is certain to fit. The caller counts neither the prefix of the
     * namespace nor the witness.
     */
    static int transactionBytes(int requestBytes, Namespace namespace) {
        int prefix = namespace.prefixBytes();
        long forWitness = (long) WITNESS_REQUESTS * (LARGEST_STEP + prefix + LONGEST_USUAL_PATH);
        long forSteps = requestBytes - REQUEST - forWitness;
        long counted = prefix + LARGEST_STEP <= COUNTED_BESIDE
                ? forSteps
                : forSteps * COUNTED_BESIDE / (prefix + LARGEST_STEP);
        return (int) Math.max(0, counted);
    }
}
