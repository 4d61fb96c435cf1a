package dev.elasticjob.engine.runs;

import static dev.elasticjob.engine.rule.Rule.FAILOVER_KEEPS_TRIES;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.engine.view.RunRequests;
import dev.elasticjob.registry.Node;
import java.time.Instant;
import java.util.Optional;

/** A run that is to be started. */
record Candidate(
        int item,
        String runId,
        RunSource source,
        Optional<Instant> scheduledAt,
        int attempt,
        int tryNumber,
        boolean isClaim,
        Optional<Node> entry) {

    private static Candidate first(int item, String runId, RunSource source, Optional<Instant> scheduledAt) {
        return new Candidate(item, runId, source, scheduledAt, 1, 1, false, Optional.empty());
    }

    static Candidate fire(int item, Instant at, RunSource source) {
        return first(item, "cron-" + at.toEpochMilli(), source, Optional.of(at));
    }

    static Candidate requested(int item, RunRequests.Request request) {
        return first(item, request.runId(), request.source(), Optional.empty());
    }

    /** Returns the claim of a lost run. */
    static Candidate failover(int item, RunRecord.Run lost, Optional<Node> entry) {
        return new Candidate(
                item,
                lost.id(),
                RunSource.FAILOVER,
                lost.scheduledAt(),
                lost.attempt() + 1,
                FAILOVER_KEEPS_TRIES.holds() ? lost.tryNumber() : 1,
                true,
                entry);
    }

    /** Returns the next try of a run that failed. */
    static Candidate retry(int item, RunRecord.Run failed) {
        return new Candidate(
                item,
                failed.id(),
                failed.source(),
                failed.scheduledAt(),
                failed.attempt(),
                failed.tryNumber() + 1,
                false,
                Optional.empty());
    }

    boolean isRequested() {
        return tryNumber == 1 && (source == RunSource.ONE_OFF || source == RunSource.MANUAL_TRIGGER);
    }
}
