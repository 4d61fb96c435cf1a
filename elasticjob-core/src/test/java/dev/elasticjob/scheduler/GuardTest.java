package dev.elasticjob.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class GuardTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final AtomicLong nanoTime = new AtomicLong();
    private final List<String> reports = new ArrayList<>();
    private final Guard guard = new Guard("test", nanoTime::get, reports::add);

    private boolean fail(OutgoingCall call, RuntimeException thrown) {
        return guard.run(call, () -> {
            throw thrown;
        });
    }

    @Test
    void a_failure_that_repeats_is_reported_once_a_minute() {
        for (int i = 0; i < 3; i++) {
            assertThat(fail(OutgoingCall.CLOCK, new IllegalStateException("no")))
                    .isFalse();
        }
        assertThat(reports).hasSize(1);
        nanoTime.addAndGet(MINUTE.toNanos() - 1);
        fail(OutgoingCall.CLOCK, new IllegalStateException("no"));
        assertThat(reports).hasSize(1);
        nanoTime.addAndGet(1);
        fail(OutgoingCall.CLOCK, new IllegalStateException("no"));
        assertThat(reports).hasSize(2);
    }

    @Test
    void failures_of_different_calls_and_exceptions_are_reported_separately() {
        fail(OutgoingCall.CLOCK, new IllegalStateException("no"));
        fail(OutgoingCall.TIMER, new IllegalStateException("no"));
        fail(OutgoingCall.CLOCK, new IllegalArgumentException("no"));
        assertThat(reports).hasSize(3);
    }

    @Test
    void an_error_is_a_failure_like_an_exception() {
        assertThat(guard.run(OutgoingCall.ENGINE, () -> {
                    throw new NoClassDefFoundError("no");
                }))
                .isFalse();
        assertThat(guard.<String>get(
                        OutgoingCall.ENGINE,
                        () -> {
                            throw new NoClassDefFoundError("no");
                        },
                        "otherwise"))
                .isEqualTo("otherwise");
        assertThat(guard.run(OutgoingCall.ENGINE, () -> {})).isTrue();
    }

    @Test
    void a_report_that_throws_does_not_reach_the_caller() {
        Guard unreportable = new Guard("test", nanoTime::get, message -> {
            throw new IllegalStateException("the report fails");
        });
        assertThatCode(() -> unreportable.failed(OutgoingCall.ENGINE, new IllegalStateException("no")))
                .doesNotThrowAnyException();
    }
}
