package dev.elasticjob.engine.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.view.RunRecord.State;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunRecordTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private static RunRecord.Run requested(String id) {
        return run(id, RunSource.ONE_OFF, Optional.empty());
    }

    private static RunRecord.Run run(String id, RunSource source, Optional<Instant> at) {
        return new RunRecord.Run(id, source, at, 1, 1, 1, 1, "instance", "nonce-" + id, State.STARTED, "");
    }

    @Test
    void the_ends_of_the_last_four_requested_runs_are_kept() {
        RunRecord record = RunRecord.NONE;
        for (int i = 1; i <= 6; i++) {
            record = record.started(requested("run-" + i)).ended(State.DONE, Optional.empty(), i);
        }
        record = RunRecord.decode(record.encode());
        assertThat(record.stateOf("run-2")).isEmpty();
        assertThat(record.stateOf("run-3")).contains(State.DONE);
        assertThat(record.stateOf("run-6")).contains(State.DONE);
    }

    @Test
    void a_run_of_a_fire_is_not_kept_among_them() {
        RunRecord record = RunRecord.NONE
                .started(requested("run"))
                .ended(State.FAILED, Optional.empty(), 1)
                .started(run("fire", RunSource.NORMAL_TRIGGER, Optional.of(NOON)))
                .ended(State.DONE, Optional.empty(), 2)
                .started(requested("next"));
        assertThat(record.stateOf("run")).contains(State.FAILED);
        assertThat(record.stateOf("fire")).isEmpty();
        assertThat(record.stateOf("next")).contains(State.STARTED);
    }

    @Test
    void the_last_fire_time_begun_never_decreases_and_requests_do_not_change_it() {
        RunRecord record = RunRecord.NONE
                .started(run("noon", RunSource.NORMAL_TRIGGER, Optional.of(NOON)))
                .started(run("earlier", RunSource.NORMAL_TRIGGER, Optional.of(NOON.minusSeconds(60))))
                .started(requested("requested"))
                .started(run("lost", RunSource.FAILOVER, Optional.of(NOON.plusSeconds(60))));
        assertThat(record.begun()).contains(NOON);
    }

    @Test
    void a_fire_that_fell_due_is_kept_until_it_or_a_later_one_is_begun() {
        RunRecord due = RunRecord.since(NOON.minusSeconds(60))
                .started(requested("long"))
                .ended(State.DONE, Optional.of(NOON), 1);
        assertThat(due.started(requested("next")).due()).contains(NOON);
        assertThat(due.started(run("noon", RunSource.MISFIRE, Optional.of(NOON)))
                        .due())
                .isEmpty();
    }

    @Test
    void an_empty_or_unreadable_record_counts_as_none() {
        assertThat(RunRecord.decode("")).isEqualTo(RunRecord.NONE);
        assertThat(RunRecord.decode("nothing that a run record contains")).isEqualTo(RunRecord.NONE);
        assertThat(RunRecord.decode("begun at noon\n")).isEqualTo(RunRecord.NONE);
    }

    @Test
    void a_run_in_an_unreadable_state_neither_starts_nor_ends_here() {
        String damaged = RunRecord.NONE.started(requested("run")).encode().replace("started", "begun");
        assertThat(RunRecord.decode(damaged).stateOf("run")).contains(State.UNKNOWN);
    }
}
