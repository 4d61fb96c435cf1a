package dev.elasticjob.benchmarks.inner;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.engine.JobEngine;
import dev.elasticjob.engine.context.Effects;
import dev.elasticjob.engine.context.Leave;
import dev.elasticjob.engine.context.LocalRun;
import dev.elasticjob.engine.context.RunEnd;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Watch;
import dev.elasticjob.registry.memory.InMemoryRegistry;
import dev.elasticjob.registry.memory.InMemoryRegistryCenter;
import dev.elasticjob.spi.Extensions;
import dev.elasticjob.spi.JobInstance;
import dev.elasticjob.spi.JobShardingStrategy;
import dev.elasticjob.tracing.JobEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Single-threaded environment of an engine: an in-memory registry, a manually set clock, and job code that returns
 * immediately.
 */
final class MemoryWorld implements Effects, AutoCloseable {

    private volatile Instant now = Instant.now();
    private final InMemoryRegistryCenter center = new InMemoryRegistryCenter(
            InMemoryRegistry.builder().clock(() -> now).build(), "inner");
    private final RegistrySession session;
    private final Queue<Runnable> steps = new ArrayDeque<>();
    private final Queue<CompletableFuture<?>> underWay = new ArrayDeque<>();
    private final Map<String, Watch> watches = new HashMap<>();
    private final Random random = new Random(1);
    private Duration elapsed = Duration.ofHours(1);
    private Optional<Duration> wake = Optional.empty();
    private JobEngine machine;
    private int runs;

    MemoryWorld() {
        center.init();
        session = center.openSession().toCompletableFuture().join();
    }

    void attach(JobEngine attached) {
        machine = attached;
        machine.sessionOpened(session.id(), session.timeout(), session.limits().transactionBytes());
    }

    /** Executes steps until nothing is in progress and nothing is scheduled within a second. */
    void settle() {
        while (true) {
            for (Runnable step = nextStep(); step != null; step = nextStep()) {
                step.run();
            }
            machine.settle();
            if (isAtRest()) {
                if (wake.isEmpty() || wake.get().compareTo(elapsed.plusSeconds(1)) >= 0) {
                    return;
                }
                advance(wake.get().minus(elapsed).plusNanos(1));
                wake = Optional.empty();
                machine.reconcile();
            }
        }
    }

    private boolean isAtRest() {
        synchronized (steps) {
            return underWay.isEmpty() && steps.isEmpty();
        }
    }

    /** Returns the number of items that have run. */
    int runs() {
        return runs;
    }

    private Runnable nextStep() {
        while (true) {
            CompletableFuture<?> answer = underWay.poll();
            if (answer == null) {
                break;
            }
            answer.join();
        }
        synchronized (steps) {
            return steps.poll();
        }
    }

    void advanceSeconds(int seconds) {
        advance(Duration.ofSeconds(seconds));
    }

    private void advance(Duration time) {
        if (!time.isNegative()) {
            now = now.plus(time);
            elapsed = elapsed.plus(time);
        }
    }

    private void post(Runnable step) {
        synchronized (steps) {
            steps.add(step);
        }
    }

    private <T> void follow(CompletionStage<T> answer, Consumer<T> then) {
        underWay.add(
                answer.thenAccept(result -> post(() -> then.accept(result))).toCompletableFuture());
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public Duration elapsed() {
        return elapsed;
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    @Override
    public String nonce() {
        return Long.toUnsignedString(random.nextLong(), 36);
    }

    @Override
    public JobInstance newInstance() {
        return new JobInstance("127.0.0.1@-@1-" + nonce(), "127.0.0.1");
    }

    @Override
    public void read(ReadRequest request, Consumer<ReadResult> then) {
        follow(session.read(request), then);
    }

    @Override
    public void commit(String what, Transaction transaction, Consumer<CommitResult> then) {
        follow(session.commit(transaction), then);
    }

    @Override
    public void watch(String path, Watch.Scope scope) {
        watches.put(path, session.watch(path, scope, hint -> post(() -> hinted(hint))));
    }

    private void hinted(Hint hint) {
        machine.hint(hint);
    }

    @Override
    public void unwatch(String path) {
        Optional.ofNullable(watches.remove(path)).ifPresent(Watch::close);
    }

    @Override
    public void run(List<LocalRun> started, JobConfiguration configuration) {
        runs += started.size();
        started.forEach(run -> post(() -> machine.runEnded(run, LocalRun.Outcome.RETURNED)));
    }

    @Override
    public void interrupt(LocalRun run, String reason) {
        throw new IllegalStateException("Nothing runs long enough: " + reason);
    }

    @Override
    public void askStrategy(String fingerprint, String type, List<JobInstance> instances, int total) {
        JobShardingStrategy strategy =
                Extensions.find(JobShardingStrategy.class, type).orElseThrow();
        post(() -> machine.strategyAnswered(fingerprint, Optional.of(strategy.sharding(instances, "job", total)), ""));
    }

    @Override
    public void wakeAfter(Duration delay) {
        wake = Optional.of(elapsed.plus(delay));
    }

    @Override
    public void publish(JobEvent event) {
        if (event instanceof JobEvent.Reported reported) {
            throw new IllegalStateException(reported.message());
        }
    }

    @Override
    public void joined(JobInstance instance) {}

    @Override
    public void requested(String runId, int total, boolean onlyUs) {}

    @Override
    public void recorded(LocalRun run, Optional<RunEnd> end) {}

    @Override
    public void owns(Set<Integer> items) {}

    @Override
    public void configured(JobConfiguration configuration) {}

    @Override
    public void left(Leave leave) {}

    @Override
    public void close() {
        center.close();
    }
}
