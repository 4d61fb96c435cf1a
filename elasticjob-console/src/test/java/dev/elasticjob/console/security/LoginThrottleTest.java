package dev.elasticjob.console.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Guessing becomes slower and slower. */
class LoginThrottleTest {

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final LoginThrottle throttle = new LoginThrottle(() -> now);

    private void fail(int times, String name, String address) {
        for (int i = 0; i < times; i++) {
            throttle.failed(name, address);
        }
    }

    @Test
    void the_wait_doubles_up_to_a_limit_and_is_forgotten_in_time() {
        fail(4, "root", "10.0.0.1");
        assertThat(throttle.toWait("root", "10.0.0.1")).isEmpty();
        fail(1, "root", "10.0.0.1");
        assertThat(throttle.toWait("root", "10.0.0.9")).contains(Duration.ofSeconds(5));
        fail(1, "root", "10.0.0.1");
        assertThat(throttle.toWait("root", "10.0.0.9")).contains(Duration.ofSeconds(10));
        fail(30, "root", "10.0.0.2");
        assertThat(throttle.toWait("root", "10.0.0.9")).contains(Duration.ofMinutes(15));
        now = now.plus(Duration.ofMinutes(15));
        assertThat(throttle.toWait("root", "10.0.0.9")).isEmpty();
        now = now.plus(Duration.ofHours(2));
        fail(1, "root", "10.0.0.9");
        assertThat(throttle.toWait("root", "10.0.0.9")).isEmpty();
    }

    @Test
    void an_address_that_tries_many_names_has_to_wait_too() {
        for (int i = 0; i < 20; i++) {
            fail(1, "name" + i, "10.0.0.1");
        }
        assertThat(throttle.toWait("another", "10.0.0.1")).isPresent();
        assertThat(throttle.toWait("another", "10.0.0.2")).isEmpty();
    }

    @Test
    void a_success_forgives_the_name() {
        fail(4, "root", "10.0.0.1");
        throttle.succeeded("root");
        fail(4, "root", "10.0.0.1");
        assertThat(throttle.toWait("root", "10.0.0.2")).isEmpty();
    }
}
