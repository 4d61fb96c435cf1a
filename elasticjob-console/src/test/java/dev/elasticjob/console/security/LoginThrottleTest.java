package dev.elasticjob.console.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Verifies that repeated failures slow down further attempts, but only those of the guessing client. */
class LoginThrottleTest {

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final LoginThrottle throttle = new LoginThrottle(() -> now);

    /** Fails a number of attempts, each as soon as it is permitted. */
    private void fail(int times, String name, String address) {
        for (int i = 0; i < times; i++) {
            throttle.reserve(name, address).ifPresent(wait -> {
                now = now.plus(wait);
                assertThat(throttle.reserve(name, address)).isEmpty();
            });
        }
    }

    @Test
    void the_wait_doubles_up_to_a_limit_and_is_forgotten_in_time() {
        fail(5, "root", "10.0.0.1");
        assertThat(throttle.reserve("root", "10.0.0.1")).contains(Duration.ofSeconds(5));
        fail(1, "root", "10.0.0.1");
        assertThat(throttle.reserve("root", "10.0.0.1")).contains(Duration.ofSeconds(10));
        fail(10, "root", "10.0.0.1");
        assertThat(throttle.reserve("root", "10.0.0.1")).contains(Duration.ofMinutes(15));
        now = now.plus(Duration.ofHours(2));
        fail(4, "root", "10.0.0.1");
        assertThat(throttle.reserve("root", "10.0.0.1")).isEmpty();
    }

    @Test
    void an_attempt_counts_while_it_is_being_evaluated() {
        for (int i = 0; i < 5; i++) {
            assertThat(throttle.reserve("root", "10.0.0.1")).isEmpty();
        }
        assertThat(throttle.reserve("root", "10.0.0.1")).isPresent();
    }

    @Test
    void an_attacker_does_not_lock_a_user_out_at_another_address() {
        fail(30, "root", "10.0.0.1");
        assertThat(throttle.reserve("root", "10.0.0.2")).isEmpty();
    }

    @Test
    void an_address_that_tries_many_names_has_to_wait_too() {
        for (int i = 0; i < 20; i++) {
            assertThat(throttle.reserve("name" + i, "10.0.0.1")).isEmpty();
        }
        assertThat(throttle.reserve("another", "10.0.0.1")).isPresent();
        assertThat(throttle.reserve("another", "10.0.0.2")).isEmpty();
    }

    @Test
    void all_addresses_of_an_ipv6_network_count_as_one() {
        for (int i = 0; i < 5; i++) {
            assertThat(throttle.reserve("root", "2001:db8:0:1::" + i)).isEmpty();
        }
        assertThat(throttle.reserve("root", "2001:db8:0:1::ffff")).isPresent();
        assertThat(throttle.reserve("root", "2001:db8:0:2::1")).isEmpty();
    }

    @Test
    void many_addresses_that_guess_one_name_have_to_wait_but_not_those_that_the_name_has_used() {
        assertThat(throttle.reserve("root", "10.9.9.9")).isEmpty();
        throttle.succeeded("root", "10.9.9.9");
        for (int i = 0; i < 100; i++) {
            assertThat(throttle.reserve("root", "10.0.1." + i)).isEmpty();
        }
        assertThat(throttle.reserve("root", "10.0.2.1")).isPresent();
        assertThat(throttle.reserve("root", "10.9.9.9")).isEmpty();
        assertThat(throttle.reserve("root", "127.0.0.1")).isEmpty();
    }

    @Test
    void a_success_forgives_the_name_at_its_address() {
        fail(4, "root", "10.0.0.1");
        throttle.succeeded("root", "10.0.0.1");
        fail(4, "root", "10.0.0.1");
        assertThat(throttle.reserve("root", "10.0.0.1")).isEmpty();
    }
}
