package dev.elasticjob.engine.context;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Watch;
import dev.elasticjob.spi.JobInstance;
import dev.elasticjob.tracing.JobEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Everything outside the engine: the registry, the clocks, the code of the job. No call blocks, and no call invokes its
 * callback before the engine's current call has returned, with one exception that {@link #askStrategy} documents.
 */
public interface Effects {

    /** Returns the time of day, which may jump. Only fire times depend on it. */
    Instant now();

    /** Returns monotonic time since an arbitrary origin. Delays depend on it. */
    Duration elapsed();

    RandomGenerator random();

    /** Returns a text that was never used before. */
    String nonce();

    /** Returns a new identity for a join. */
    JobInstance newInstance();

    void read(ReadRequest request, Consumer<ReadResult> then);

    void commit(String what, Transaction transaction, Consumer<CommitResult> then);

    /** Watches a node of the current session, until {@link #unwatch}. */
    void watch(String path, Watch.Scope scope);

    void unwatch(String path);

    /**
     * Runs the code of items that were started together, unless the lease of the session is about to end: then their end is
     * reported to the engine as {@link LocalRun.Outcome#NEVER_BEGUN}.
     */
    void run(List<LocalRun> runs, JobConfiguration configuration);

    /** Interrupts the code of an item. */
    void interrupt(LocalRun run, String reason);

    /**
     * Calls the sharding strategy. A strategy of this product answers before this method returns; a strategy of the
     * application runs on another thread, with a time limit.
     */
    void askStrategy(String fingerprint, String type, List<JobInstance> instances, int total);

    /** Reconciles again after this delay; replaces the delay set before. */
    void wakeAfter(Duration delay);

    void publish(JobEvent event);

    /** This instance has joined the job. */
    void joined(JobInstance instance);

    /**
     * A run that the application requested is on its way.
     *
     * @param startedHere whether all items start on this instance, instead of being requested from their owners
     */
    void requested(String runId, int total, boolean startedHere);

    /** The end of a run is recorded; without an end, the record decides. */
    void recorded(LocalRun run, Optional<RunEnd> end);

    /** The items that this instance owns and may run, whenever they change. */
    void owns(Set<Integer> items);

    /** A configuration is in force, after the join or an edit. */
    void configured(JobConfiguration configuration);

    /** The job has ended on this instance; it needs no session any more. */
    void left(Leave leave);
}
