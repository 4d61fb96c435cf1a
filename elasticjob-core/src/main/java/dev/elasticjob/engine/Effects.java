package dev.elasticjob.engine;

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
 * Everything outside {@link JobMachine}: the registry, the clocks, the code of the job. None of these calls blocks, and none
 * calls back before the machine's current call has returned.
 */
public interface Effects {

    /** The time of day, which may jump. Cron alone goes by it. */
    Instant now();

    /** Time that only ever goes on, since whenever. Delays go by it. */
    Duration elapsed();

    RandomGenerator random();

    /** A text that was never used before. */
    String nonce();

    /** A fresh identity for a join. */
    JobInstance newInstance();

    void read(ReadRequest request, Consumer<ReadResult> then);

    void commit(String what, Transaction transaction, Consumer<CommitResult> then);

    /** Watches a node of the current session, until {@link #unwatch}. */
    void watch(String path, Watch.Scope scope);

    void unwatch(String path);

    /**
     * Begins the code of these items, which were started together, unless the session's lease is about to end: then {@link
     * JobMachine#runEnded} is told that they never began.
     */
    void run(List<LocalRun> runs, JobConfiguration configuration);

    /** Interrupts the code of an item. */
    void interrupt(LocalRun run, String reason);

    /** Asks the strategy: off the machine's thread and with a limit, unless it is known to answer at once; then it does. */
    void askStrategy(String fingerprint, String type, List<JobInstance> instances, int total);

    /** Calls {@link JobMachine#look} after this long; replaces what was set before. */
    void wakeAfter(Duration delay);

    void publish(JobEvent event);

    /** The job takes part: its instance is registered. */
    void joined(JobInstance instance);

    /** The owners of all items were asked for a run, or {@code onlyUs}: all of them have begun here, or are about to. */
    void asked(String runId, int total, boolean onlyUs);

    /** How a run of ours ended is on record; without an end, the record itself tells. */
    void recorded(LocalRun run, Optional<AskedRun.End> end);

    /** The items that this instance owns and may run, whenever that changes. */
    void owns(Set<Integer> items);

    /** A configuration was taken over from the registry, at the join or by an edit. */
    void configured(JobConfiguration configuration);

    /** The job has ended here; no session is needed for it any more. */
    void left(Leave leave);
}
