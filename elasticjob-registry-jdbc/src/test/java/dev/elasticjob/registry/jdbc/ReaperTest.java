package dev.elasticjob.registry.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReaperTest {

    private static final long OWN = 1;
    private static final long OTHER = 2;

    private final AtomicLong time =
            new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(30).toNanos());
    private final Reaper reaper = new Reaper(time::get);

    @Test
    void a_session_is_ended_when_its_counter_was_the_same_for_longer_than_its_timeout() {
        for (int second = 0; second <= 60; second += 10) {
            assertThat(observe(5)).isEmpty();
            pass(10);
        }

        assertThat(observe(5)).extracting(SessionRow::id).containsExactly(OTHER);
    }

    @Test
    void a_heartbeat_begins_the_timeout_again() {
        for (int second = 0; second < 300; second += 10) {
            assertThat(observe(second / 50)).isEmpty();
            pass(10);
        }
    }

    @Test
    void after_an_interruption_of_the_observation_every_session_has_its_whole_timeout() {
        observe(5);
        pass(10);
        observe(5);
        pass(300);

        for (int second = 0; second <= 60; second += 10) {
            assertThat(observe(5)).isEmpty();
            pass(10);
        }
        assertThat(observe(5)).isNotEmpty();
    }

    @Test
    void the_three_oldest_sessions_observe_six_times_in_a_timeout_and_the_others_once() {
        observe(0);
        assertThat(reaper.period()).isEqualTo(Duration.ofSeconds(10));

        reaper.observe(List.of(row(OTHER, 0), row(3, 0), row(4, 0), row(OWN, 0)), id -> id == OWN);
        assertThat(reaper.period()).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void own_sessions_are_not_observed() {
        for (int second = 0; second <= 300; second += 10) {
            assertThat(reaper.observe(List.of(row(OWN, 5)), id -> id == OWN)).isEmpty();
            pass(10);
        }
    }

    private List<SessionRow> observe(long beat) {
        return reaper.observe(List.of(row(OWN, time.get()), row(OTHER, beat)), id -> id == OWN);
    }

    private static SessionRow row(long id, long beat) {
        return new SessionRow(id, 60_000, beat);
    }

    private void pass(int seconds) {
        time.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }
}
