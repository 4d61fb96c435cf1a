package dev.elasticjob.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.items.Owed;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.engine.view.RunRequests;
import dev.elasticjob.engine.view.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Payloads of an invented later version, which shares the registry with this one during a rolling upgrade. */
class LaterVersionTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final String RECORD =
            "begun " + NOON.toEpochMilli() + "\ncompleted 77\npast one=DONE two=POSTPONED\n"
                    + "run cron-1\nstate started\nsource NORMAL_TRIGGER\nattempt 1\ntotal 3\nsession 1a\ninstance i\nnonce n\n";

    private static Owed owed(RunRecord record) {
        return Owed.of(
                Schedule.of("0 0 12 * * ?", "UTC"),
                record.begun(),
                record.due(),
                Instant.EPOCH,
                NOON.plusSeconds(5),
                true,
                Duration.ofMinutes(1));
    }

    // ---- records ----

    @ParameterizedTest
    @ValueSource(strings = {"state postponed", "source BACKFILL", "attempt many", "session later", "total 99999999999"})
    void a_fire_that_has_begun_is_not_owed_again_whatever_the_run_says(String line) {
        String name = line.substring(0, line.indexOf(' '));
        RunRecord record = RunRecord.decode(RECORD.replaceAll("(?m)^" + name + " .*$", line));

        assertThat(record.begun()).contains(NOON);
        assertThat(record.completedToken()).isEqualTo(77);
        assertThat(record.run().orElseThrow().state()).isEqualTo(RunRecord.State.UNKNOWN);
        assertThat(record.isStarted()).isFalse();
        assertThat(record.isAbandoned()).isFalse();
        assertThat(owed(record)).isEqualTo(Owed.NOTHING);
    }

    @Test
    void an_unknown_state_of_a_former_run_does_not_hide_the_others() {
        RunRecord record = RunRecord.decode(RECORD);
        assertThat(record.stateOf("one")).contains(RunRecord.State.DONE);
        assertThat(record.stateOf("two")).contains(RunRecord.State.UNKNOWN);
    }

    @Test
    void unknown_fields_are_kept_until_the_next_run_starts() {
        RunRecord record = RunRecord.decode(RECORD + LaterVersion.FIELD);

        RunRecord ended = record.ended(RunRecord.State.DONE, Optional.empty(), 78);
        assertThat(ended.encode()).contains(LaterVersion.FIELD);
        assertThat(RunRecord.decode(ended.encode())).isEqualTo(ended);
        assertThat(ended.started(record.run().orElseThrow()).encode()).doesNotContain("later");
    }

    // ---- run requests ----

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pause 3",
                "backfill 2026-01-01 2026-02-01 ONE_BY_ONE",
                "run-1 BACKFILL 0-4",
                "run-1 ONE_OFF 0..4"
            })
    void a_line_that_cannot_be_read_is_no_request_for_all_items_and_is_kept(String line) {
        RunRequests requests = RunRequests.decode(line + "\n").orElseThrow();

        assertThat(requests.requests()).isEmpty();
        assertThat(requests.isEmpty()).isFalse();
        assertThat(requests.encode()).isEqualTo(line + "\n");
    }

    @Test
    void further_words_of_a_line_are_kept_with_the_items_that_are_left() {
        RunRequests requests = RunRequests.decode("run-1 ONE_OFF 0-4 node 17\n").orElseThrow();

        assertThat(requests.without((runId, item) -> item < 3).encode()).isEqualTo("run-1 ONE_OFF 3-4 node 17\n");
        assertThat(requests.requests().get(0).of(new TreeSet<>(List.of(1))).encode())
                .isEqualTo("run-1 ONE_OFF 1 node 17\n");
    }

    @Test
    void another_request_is_appended_to_lines_that_cannot_be_read() {
        RunRequests requests = RunRequests.decode("pause 3\n").orElseThrow();

        assertThat(requests.plus(RunRequests.of("run-2", RunSource.MANUAL_TRIGGER, List.of(0)))
                        .encode())
                .isEqualTo("run-2 MANUAL_TRIGGER 0\npause 3\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n"})
    void only_a_blank_node_requests_all_items(String text) {
        assertThat(RunRequests.decode(text)).isEmpty();
    }
}
