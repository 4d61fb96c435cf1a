package dev.elasticjob.benchmarks.scenario;

import dev.elasticjob.benchmarks.process.Server;
import dev.elasticjob.benchmarks.process.Worker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;

/** Reads the registry nodes of a job as an external observer. */
final class Registry implements AutoCloseable {

    private static final int NODES_AT_ONCE = 1_000;

    private final ZooKeeper client;
    private final String job;

    Registry(Server server, String namespace, String jobName) {
        job = "/" + namespace + "/" + jobName;
        CountDownLatch connected = new CountDownLatch(1);
        try {
            client = new ZooKeeper(server.connectString(), 60_000, event -> {
                if (event.getState() == KeeperState.SyncConnected) {
                    connected.countDown();
                }
            });
            if (!connected.await(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("No connection to " + server.connectString());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Returns the children of a node below the job; empty when the node does not exist. */
    List<String> children(String path) {
        try {
            return client.getChildren(job + path, false);
        } catch (KeeperException e) {
            return unlessMissing(e, List.of());
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    boolean exists(String path) {
        try {
            return client.exists(job + path, false) != null;
        } catch (KeeperException e) {
            return unlessMissing(e, false);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    String text(String path) {
        try {
            byte[] data = client.getData(job + path, false, null);
            return data == null ? "" : new String(data, StandardCharsets.UTF_8);
        } catch (KeeperException e) {
            return unlessMissing(e, "");
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Returns the number of nodes with this content. */
    int count(List<String> paths, String text) {
        int count = 0;
        for (int from = 0; from < paths.size(); from += NODES_AT_ONCE) {
            List<Op> reads = paths.subList(from, Math.min(paths.size(), from + NODES_AT_ONCE)).stream()
                    .map(path -> Op.getData(job + path))
                    .toList();
            try {
                for (OpResult result : client.multi(reads)) {
                    if (result instanceof OpResult.GetDataResult found
                            && text.equals(new String(found.getData(), StandardCharsets.UTF_8))) {
                        count++;
                    }
                }
            } catch (KeeperException e) {
                throw new IllegalStateException(e);
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        }
        return count;
    }

    /** Returns the ids of the instances in the process. */
    List<String> instancesOf(Worker worker) {
        String pid = "@-@" + worker.pid();
        return children("/instances").stream()
                .filter(id -> id.endsWith(pid) || id.contains(pid + "-"))
                .toList();
    }

    /** Completes with the time at which the node is deleted, in microseconds since 1970. */
    CompletableFuture<Long> deletionOf(String path) {
        return momentOf(path, EventType.NodeDeleted);
    }

    /** Completes with the time at which the children of the node change, in microseconds since 1970. */
    CompletableFuture<Long> changeOf(String path) {
        return momentOf(path, EventType.NodeChildrenChanged);
    }

    private CompletableFuture<Long> momentOf(String path, EventType type) {
        CompletableFuture<Long> moment = new CompletableFuture<>();
        try {
            client.addWatch(
                    job + path,
                    event -> {
                        if (event.getType() == type) {
                            moment.complete(Setting.micros());
                        }
                    },
                    AddWatchMode.PERSISTENT);
            return moment;
        } catch (KeeperException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    static long await(CompletableFuture<Long> moment, Duration patience) {
        try {
            return moment.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw interrupted(e);
        } catch (java.util.concurrent.ExecutionException | TimeoutException e) {
            throw new IllegalStateException("Timed out after " + patience, e);
        }
    }

    private static <T> T unlessMissing(KeeperException problem, T otherwise) {
        if (problem.code() == Code.NONODE) {
            return otherwise;
        }
        throw new IllegalStateException(problem);
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException(e);
    }

    @Override
    public void close() {
        try {
            client.close();
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }
}
