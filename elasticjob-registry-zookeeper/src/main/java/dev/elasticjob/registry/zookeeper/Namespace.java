package dev.elasticjob.registry.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Translates between paths of the namespace and paths of the server. */
final class Namespace {

    private final String root;

    /**
     * Creates a namespace.
     *
     * @param chroot path that starts with a slash, or empty
     * @param name name of the namespace
     */
    Namespace(String chroot, String name) {
        this.root = chroot + "/" + name;
    }

    /** Returns the path of the namespace on the server. */
    String root() {
        return root;
    }

    /** Returns the paths of all nodes from the top of the tree to the root of the namespace. */
    List<String> ancestry() {
        List<String> paths = new ArrayList<>();
        for (int slash = root.indexOf('/', 1); slash > 0; slash = root.indexOf('/', slash + 1)) {
            paths.add(root.substring(0, slash));
        }
        paths.add(root);
        return paths;
    }

    String toServer(String path) {
        return path.equals("/") ? root : root + path;
    }

    /** Returns the path within the namespace, or empty if the path is outside. */
    Optional<String> fromServer(String serverPath) {
        if (serverPath.equals(root)) {
            return Optional.of("/");
        }
        return serverPath.startsWith(root + "/") ? Optional.of(serverPath.substring(root.length())) : Optional.empty();
    }

    /** Returns by how many bytes a path is longer on the server. */
    int prefixBytes() {
        return bytes(root);
    }

    static int bytes(String path) {
        return path.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Returns the parent of a path, or empty for the root. */
    static Optional<String> parent(String path) {
        if (path.equals("/")) {
            return Optional.empty();
        }
        int slash = path.lastIndexOf('/');
        return Optional.of(slash == 0 ? "/" : path.substring(0, slash));
    }
}
