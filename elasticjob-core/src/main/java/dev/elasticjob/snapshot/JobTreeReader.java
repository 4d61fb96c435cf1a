package dev.elasticjob.snapshot;

import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistrySession;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Reads a node and its descendants with one request per level of the tree, so that the number of round trips is its depth. */
final class JobTreeReader {

    /** Sorts items by number and before other names. */
    private static final Comparator<String> BY_NAME = Comparator.<String>comparingInt(
                    name -> JobTree.isItem(name) ? name.length() : Integer.MAX_VALUE)
            .thenComparing(Comparator.naturalOrder());

    private final RegistrySession session;
    private final long deadline;
    private final Map<String, Node> nodes = new HashMap<>();
    private final Map<String, List<String>> children = new HashMap<>();

    /**
     * Creates a reader.
     *
     * @param deadline deadline in terms of {@link System#nanoTime()}
     */
    JobTreeReader(RegistrySession session, long deadline) {
        this.session = session;
        this.deadline = deadline;
    }

    /** Returns the nodes depth first, ordered by name; empty if the node does not exist. */
    List<Node> read(String top) throws RefusedException, InterruptedException {
        List<String> level = List.of(top);
        boolean first = true;
        while (!level.isEmpty()) {
            ReadRequest request = ReadRequest.empty().nodes(level).children(level);
            ReadResult.Snapshot found = await(first ? request.synced() : request);
            first = false;
            nodes.putAll(found.nodes());
            List<String> next = new ArrayList<>();
            for (String path : level) {
                List<String> paths = found.children(path).stream()
                        .sorted(BY_NAME)
                        .map(name -> path + "/" + name)
                        .toList();
                children.put(path, paths);
                next.addAll(paths);
            }
            level = next;
        }
        List<Node> result = new ArrayList<>();
        collect(top, result);
        return result;
    }

    private void collect(String path, List<Node> result) {
        Node node = nodes.get(path);
        // Otherwise the node was deleted while its siblings were read.
        if (node != null) {
            result.add(node);
            children.get(path).forEach(child -> collect(child, result));
        }
    }

    private ReadResult.Snapshot await(ReadRequest request) throws RefusedException, InterruptedException {
        try {
            ReadResult result =
                    session.read(request).toCompletableFuture().get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (result instanceof ReadResult.Snapshot snapshot) {
                return snapshot;
            }
            throw new RefusedException("the registry cannot be read: " + ((ReadResult.Failed) result).reason());
        } catch (TimeoutException slow) {
            throw new RefusedException("the registry does not answer");
        } catch (ExecutionException failed) {
            throw new RefusedException("the registry cannot be read: " + failed.getCause());
        }
    }
}
