package dev.elasticjob.registry.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Translates paths of the namespace to paths of the server, and back. */
final class Namespace {

    private final String root;

    /** @param chroot empty, or a path that begins with a slash */
    Namespace(String chroot, String name) {
        this.root = chroot + "/" + name;
    }

    /** The namespace itself, as the server knows it. */
    String root() {
        return root;
    }

    /** Every node from the top of the tree to the root of the namespace. */
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

    /** The path within the namespace, or nothing when it is outside. */
    Optional<String> fromServer(String serverPath) {
        if (serverPath.equals(root)) {
            return Optional.of("/");
        }
        return serverPath.startsWith(root + "/") ? Optional.of(serverPath.substring(root.length())) : Optional.empty();
    }

    /** By how many bytes a path is longer on the server. */
    int prefixBytes() {
        return bytes(root);
    }

    static int bytes(String path) {
        return path.getBytes(StandardCharsets.UTF_8).length;
    }

    /** The parent of a path, or nothing for the root. */
    static Optional<String> parent(String path) {
        if (path.equals("/")) {
            return Optional.empty();
        }
        int slash = path.lastIndexOf('/');
        return Optional.of(slash == 0 ? "/" : path.substring(0, slash));
    }
}
