package dev.elasticjob.processes;

import dev.elasticjob.childprocess.ChildProcess;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Watch;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** State of a job in the registry. */
final class RegistryView implements AutoCloseable {

    private final CoordinatorRegistryCenter center;
    private final RegistrySession session;

    RegistryView(String servers, String namespace) {
        center = new ZookeeperRegistryCenter(new ZookeeperConfiguration(servers, namespace));
        center.init();
        session = center.openSession().toCompletableFuture().join();
    }

    /** Returns the process id in an instance id, {@code ip@-@pid-incarnation}. */
    private static long pid(String instanceId) {
        String process = instanceId.substring(instanceId.indexOf("@-@") + 3);
        return Long.parseLong(process.substring(0, process.indexOf('-')));
    }

    static String address(String instanceId) {
        return instanceId.substring(0, instanceId.indexOf("@-@"));
    }

    long awaitLeader(String job) {
        String path = "/" + job + "/leader/election/instance";
        return await(
                "a leader of " + job,
                path,
                ReadRequest.of(path).synced(),
                found -> found.node(path).map(node -> pid(node.text())));
    }

    /**
     * Waits until every item has an owner, and the given number of processes own items.
     *
     * @return the items of each process
     */
    Map<Long, Set<Integer>> awaitOwners(String job, int items, int processes) {
        String folder = "/" + job + "/sharding";
        Map<String, Integer> itemsByPath = new HashMap<>();
        IntStream.range(0, items).forEach(item -> itemsByPath.put(folder + "/" + item + "/instance", item));
        ReadRequest request = ReadRequest.empty().nodes(List.copyOf(itemsByPath.keySet()));
        return await(processes + " owners of " + job, folder, request, found -> {
            Map<Long, Set<Integer>> owners = new HashMap<>();
            itemsByPath.forEach((path, item) -> found.node(path)
                    .map(node -> pid(node.text()))
                    .ifPresent(owner -> owners.computeIfAbsent(owner, any -> new TreeSet<>())
                            .add(item)));
            boolean all = owners.values().stream().mapToInt(Set::size).sum() == items;
            return Optional.of(owners).filter(each -> all && each.size() == processes);
        });
    }

    List<String> instances(String job) {
        return awaitInstances(job, all -> true);
    }

    List<Long> processes(String job) {
        return instances(job).stream().map(RegistryView::pid).toList();
    }

    /** Returns the sessions with which a process has joined a job. */
    List<Long> sessions(String job, ChildProcess process) {
        List<String> paths = instances(job).stream()
                .filter(id -> pid(id) == process.pid())
                .map(id -> "/" + job + "/instances/" + id)
                .toList();
        Snapshot found = (Snapshot) session.read(ReadRequest.empty().nodes(paths))
                .toCompletableFuture()
                .join();
        return found.nodes().values().stream().map(Node::owner).toList();
    }

    void awaitGone(String job, ChildProcess process) {
        awaitInstances(job, all -> all.stream().noneMatch(id -> pid(id) == process.pid()));
    }

    void awaitPresent(String job, ChildProcess process) {
        awaitInstances(job, all -> all.stream().anyMatch(id -> pid(id) == process.pid()));
    }

    private List<String> awaitInstances(String job, Predicate<List<String>> condition) {
        String path = "/" + job + "/instances";
        return await(
                "instances of " + job,
                path,
                ReadRequest.empty().children(path).synced(),
                found -> Optional.of(found.children(path)).filter(condition));
    }

    private <T> T await(String what, String watched, ReadRequest request, Function<Snapshot, Optional<T>> look) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        Runnable read = () -> session.read(request).thenAccept(result -> {
            if (result instanceof ReadResult.Snapshot found) {
                look.apply(found).ifPresent(answer::complete);
            }
        });
        Watch watch = session.watch(watched, Watch.Scope.SUBTREE, hint -> read.run());
        read.run();
        try {
            return answer.orTimeout(Journal.LIMIT_SECONDS, TimeUnit.SECONDS).join();
        } catch (CompletionException late) {
            throw new AssertionError("Not within " + Journal.LIMIT_SECONDS + " s: " + what, late);
        } finally {
            watch.close();
        }
    }

    @Override
    public void close() {
        center.close();
    }
}
