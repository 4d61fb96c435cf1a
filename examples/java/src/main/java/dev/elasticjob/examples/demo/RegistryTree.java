package dev.elasticjob.examples.demo;

import dev.elasticjob.examples.demo.DemoJobs.DemoJob;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Watch;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Follows the jobs in the registry and requests runs there, as a tool of an operator does. */
final class RegistryTree {

    private final RegistrySession session;
    private final Executor inbox;
    private final BiConsumer<DemoJob, JobState> receiver;
    private final Set<DemoJob> reading = new HashSet<>();
    private final Set<DemoJob> readAgain = new HashSet<>();

    /** @param inbox executor that runs all callbacks, one at a time */
    RegistryTree(CoordinatorRegistryCenter center, Executor inbox, BiConsumer<DemoJob, JobState> receiver) {
        session = center.openSession().toCompletableFuture().join();
        this.inbox = inbox;
        this.receiver = receiver;
    }

    void follow(DemoJob job) {
        session.watch("/" + job.name(), Watch.Scope.SUBTREE, hint -> inbox.execute(() -> read(job)));
        read(job);
    }

    /** Reads the job. Since one fire changes many nodes, changes during a read are combined into one further read. */
    private void read(DemoJob job) {
        if (!reading.add(job)) {
            readAgain.add(job);
            return;
        }
        session.read(JobState.request(job))
                .thenAccept(result -> inbox.execute(() -> {
                    reading.remove(job);
                    if (result instanceof ReadResult.Snapshot snapshot) {
                        receiver.accept(job, JobState.of(job, snapshot));
                        if (readAgain.remove(job)) {
                            read(job);
                        }
                    }
                }));
    }

    /** Requests a run from every instance by creating a node, which the instance deletes when it runs its items. */
    void trigger(DemoJob job, JobState state, Consumer<String> problems) {
        for (String instance : state.instances()) {
            String path = "/" + job.name() + "/trigger/" + instance;
            Transaction ask = Transaction.builder()
                    .create(path, "", Transaction.Mode.PERSISTENT)
                    .build();
            session.commit(ask).thenAccept(result -> {
                if (!(result instanceof CommitResult.Committed)) {
                    inbox.execute(() -> problems.accept(job.name() + ": " + instance + " cannot be asked: " + result));
                }
            });
        }
    }
}
