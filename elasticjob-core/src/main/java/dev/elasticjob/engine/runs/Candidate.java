package dev.elasticjob.engine.runs;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.engine.view.RunRequests;
import dev.elasticjob.registry.Node;
import java.time.Instant;
import java.util.Optional;

/** A run that is to be started. */
record Candidate(
        int item, String runId, RunSource source, Optional<Instant> scheduledAt, int attempt, Optional<Node> entry) {

    static Candidate fire(int item, Instant at, RunSource source) {
        return new Candidate(item, "cron-" + at.toEpochMilli(), source, Optional.of(at), 1, Optional.empty());
    }

    static Candidate requested(int item, RunRequests.Request request) {
        return new Candidate(item, request.runId(), request.source(), Optional.empty(), 1, Optional.empty());
    }

    static Candidate failover(int item, RunRecord.Run lost, Optional<Node> entry) {
        return new Candidate(item, lost.id(), RunSource.FAILOVER, lost.scheduledAt(), lost.attempt() + 1, entry);
    }

    boolean isRequested() {
        return source == RunSource.ONE_OFF || source == RunSource.MANUAL_TRIGGER;
    }
}
