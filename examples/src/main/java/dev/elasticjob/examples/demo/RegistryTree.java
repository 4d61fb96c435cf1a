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

/** Follows the jobs in the registry, and asks for runs there, as an operator's tool does. */
final class RegistryTree {

    private final RegistrySession session;
    private final Executor inbox;
    private final BiConsumer<DemoJob, JobState> receiver;
    private final Set<DemoJob> reading = new HashSet<>();
    private final Set<DemoJob> readAgain = new HashSet<>();

    /** @param inbox where everything happens, one thing at a time */
    RegistryTree(CoordinatorRegistryCenter center, Executor inbox, BiConsumer<DemoJob, JobState> receiver) {
        session = center.openSession().toCompletableFuture().join();
        this.inbox = inbox;
        this.receiver = receiver;
    }

    void follow(DemoJob job) {
        session.watch("/" + job.name(), Watch.Scope.SUBTREE, hint -> inbox.execute(() -> read(job)));
        read(job);
    }

    /** A fire changes many nodes at once: what changes during a read is seen by one more. */
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

    /** Asks every instance to run what it owns, by a node that it deletes when it does. */
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
