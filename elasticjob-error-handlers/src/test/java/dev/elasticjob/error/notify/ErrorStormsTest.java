package dev.elasticjob.error.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ErrorStormsTest {

    private static final Duration WINDOW = Duration.ofMinutes(1);

    private final SettableClock clock = new SettableClock();
    private final ErrorStorms storms = new ErrorStorms(WINDOW, 3);

    private Optional<Notice> occurs(String jobName, Throwable cause) {
        return storms.occurred(
                Fingerprint.of(jobName, cause),
                clock.now(),
                clock.nanos(),
                () -> Notice.of(jobName, clock.now(), cause));
    }

    /** Creates all errors on one line, so that they have the same top frame. */
    private static IllegalStateException error(String message) {
        return new IllegalStateException(message);
    }

    private List<Notice> due() {
        return storms.takeDue(clock.nanos());
    }

    @Test
    void the_first_error_is_reported_immediately() {
        assertThat(occurs("job", error("broken"))).hasValueSatisfying(notice -> {
            assertThat(notice.repeats()).isZero();
            assertThat(notice.error()).isEqualTo("java.lang.IllegalStateException: broken");
        });
        assertThat(storms.nextDue(clock.nanos())).isEmpty();
    }

    @Test
    void repeats_within_the_window_are_counted_and_reported_once_at_its_end() {
        occurs("job", error("broken"));
        Instant last = null;
        for (int i = 0; i < 57; i++) {
            clock.advance(Duration.ofSeconds(1));
            last = clock.now();
            assertThat(occurs("job", error("broken"))).isEmpty();
        }
        assertThat(due()).isEmpty();
        assertThat(storms.nextDue(clock.nanos()))
                .hasValue(clock.nanos() + Duration.ofSeconds(3).toNanos());

        clock.advance(Duration.ofSeconds(3));
        List<Notice> sent = due();

        assertThat(sent).hasSize(1);
        assertThat(sent.get(0).repeats()).isEqualTo(57);
        assertThat(sent.get(0).until()).isEqualTo(last);
        assertThat(sent.get(0).mixed()).isFalse();
        assertThat(due()).isEmpty();
    }

    @Test
    void a_continuous_error_is_reported_once_per_window() {
        int sent = 0;
        for (int second = 0; second < 600; second++) {
            sent += occurs("job", error("broken")).isPresent() ? 1 : 0;
            clock.advance(Duration.ofSeconds(1));
            sent += due().size();
        }
        assertThat(sent).isEqualTo(1 + 10);
    }

    @Test
    void after_a_window_without_repeats_the_error_is_new_again() {
        occurs("job", error("broken"));
        clock.advance(WINDOW);
        assertThat(due()).isEmpty();
        assertThat(occurs("job", error("broken"))).isPresent();
    }

    @Test
    void an_error_that_comes_before_an_ended_window_is_taken_still_counts_into_it() {
        occurs("job", error("broken"));
        occurs("job", error("broken"));
        clock.advance(WINDOW);
        assertThat(occurs("job", error("broken"))).isEmpty();
        assertThat(due()).extracting(Notice::repeats).containsExactly(2L);
    }

    @Test
    void errors_are_distinguished_by_job_exception_message_and_top_frame() {
        ErrorStorms wide = new ErrorStorms(WINDOW, 100);
        IllegalStateException elsewhere = error("broken");
        elsewhere.setStackTrace(new StackTraceElement[] {new StackTraceElement("A", "b", "A.java", 3)});
        IllegalStateException without = error("broken");
        without.setStackTrace(new StackTraceElement[0]);
        List<Throwable> different = List.of(
                error("broken"),
                error("other"),
                error(null),
                new IllegalArgumentException("broken"),
                elsewhere,
                without);
        for (String job : List.of("job", "job2")) {
            for (Throwable each : different) {
                assertThat(wide.occurred(
                                Fingerprint.of(job, each),
                                clock.now(),
                                clock.nanos(),
                                () -> Notice.of(job, clock.now(), each)))
                        .isPresent();
            }
        }
    }

    @Test
    void errors_that_differ_every_time_become_one_kind_beyond_the_limit() {
        int sent = 0;
        for (int i = 0; i < 1000; i++) {
            sent += occurs("job", error("order " + i + " failed")).isPresent() ? 1 : 0;
        }
        assertThat(sent).isEqualTo(3 + 1);

        clock.advance(WINDOW);
        assertThat(due()).singleElement().satisfies(notice -> {
            assertThat(notice.repeats()).isEqualTo(996);
            assertThat(notice.mixed()).isTrue();
        });
    }

    @Test
    void known_kinds_are_still_distinguished_beyond_the_limit() {
        occurs("job", error("known"));
        for (int i = 0; i < 10; i++) {
            occurs("job", error("order " + i));
        }
        occurs("job", error("known"));
        clock.advance(WINDOW);
        assertThat(due())
                .extracting(Notice::error, Notice::repeats, Notice::mixed)
                .contains(tuple("java.lang.IllegalStateException: known", 1L, false));
    }

    @Test
    void all_counts_can_be_taken_before_their_time() {
        occurs("job", error("a"));
        occurs("job", error("a"));
        occurs("job", error("b"));
        assertThat(storms.takeAll()).extracting(Notice::repeats).containsExactly(1L);
        assertThat(storms.takeAll()).isEmpty();
    }
}
