package dev.elasticjob.registry.zookeeper;

import dev.elasticjob.registry.RegistryException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult.ErrorResult;

/** Creates the namespace, and detects problems that would otherwise cause failures later: missing rights, and servers that are too old. */
final class NamespaceSetup {

    private final Connection connection;
    private final ClientSettings settings;

    NamespaceSetup(Connection connection) {
        this.connection = connection;
        this.settings = connection.settings();
    }

    void run() {
        String root = settings.namespace().root();
        require(
                root,
                "watch",
                call(done -> connection
                        .client()
                        .addWatch(
                                root,
                                connection.watcher(),
                                AddWatchMode.PERSISTENT,
                                (rc, path, context) -> done.accept(Codes.of(rc)),
                                null)));
        settings.namespace().ancestry().forEach(this::createIfMissing);
        require(
                root,
                "read",
                call(done -> connection
                        .client()
                        .multi(
                                List.of(Op.getData(root), Op.getChildren(root)),
                                (rc, path, context, results) -> done.accept(Codes.of(rc)),
                                null)));
        requireWritable(root);
    }

    private void createIfMissing(String path) {
        // Checks for existence first: if the parent is protected, creating an existing node would be rejected.
        Code exists = call(done ->
                connection.client().exists(path, false, (rc, asked, context, stat) -> done.accept(Codes.of(rc)), null));
        if (exists == Code.OK) {
            return;
        }
        Code created = call(done -> connection
                .client()
                .create(
                        path,
                        new byte[0],
                        settings.acl(),
                        CreateMode.PERSISTENT,
                        (rc, asked, context, name) -> done.accept(Codes.of(rc)),
                        null));
        if (created != Code.NODEEXISTS) {
            require(path, "create", created);
        }
    }

    /**
     * Checks for write access with a transaction that cannot succeed, because its check does not hold. A client without the right to
     * create nodes gets a different error.
     */
    private void requireWritable(String root) {
        List<Op> hopeless = List.of(
                Op.create(root + "/may-i-create", new byte[0], settings.acl(), CreateMode.PERSISTENT),
                Op.check(root, Integer.MAX_VALUE));
        Code code = call(done -> connection
                .client()
                .multi(
                        hopeless,
                        (rc, path, context, results) -> done.accept(
                                results == null ? Codes.of(rc) : Codes.of(((ErrorResult) results.get(0)).getErr())),
                        null));
        require(root, "create nodes in", code);
    }

    private void require(String path, String action, Code code) {
        if (code != Code.OK) {
            throw new RegistryException("Cannot " + action + " " + path + ": " + Codes.explain(code, settings));
        }
    }

    private Code call(Consumer<Consumer<Code>> question) {
        CompletableFuture<Code> answer = new CompletableFuture<>();
        question.accept(answer::complete);
        try {
            return answer.get(settings.connectionTimeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new RegistryException(
                    settings.describe() + ": no answer within "
                            + settings.connectionTimeout().toMillis() + " ms; " + connection.condition()
                            + ". Check the servers' load, or raise connectionTimeoutMilliseconds",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RegistryException(settings.describe() + ": interrupted while connecting", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
