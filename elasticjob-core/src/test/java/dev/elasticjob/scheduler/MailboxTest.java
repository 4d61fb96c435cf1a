package dev.elasticjob.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class MailboxTest {

    private static final int MANY = 1_000;

    private final Queue<Runnable> turns = new ArrayDeque<>();
    private final List<String> steps = new ArrayList<>();
    private Runnable behind = () -> {};
    private final Mailbox mailbox = new Mailbox(
            turns::add,
            () -> {
                steps.add("behind");
                behind.run();
            },
            Guard.of("test", System::nanoTime),
            () -> steps.add("failed"));

    private void post(String step) {
        mailbox.post(() -> steps.add(step));
    }

    @Test
    void what_came_together_is_followed_by_one_step() {
        post("a");
        post("b");
        assertThat(turns).hasSize(1);
        turns.remove().run();
        assertThat(steps).containsExactly("a", "b", "behind");
        assertThat(turns).isEmpty();
    }

    @Test
    void what_comes_during_that_step_is_done_in_the_same_turn() {
        behind = () -> {
            if (steps.size() < 3) {
                post("b");
            }
        };
        post("a");
        turns.remove().run();
        assertThat(steps).containsExactly("a", "behind", "b", "behind");
        assertThat(turns).isEmpty();
    }

    @Test
    void a_job_that_always_has_something_to_do_lets_others_have_their_turn() {
        behind = () -> post("more");
        post("first");
        turns.remove().run();
        assertThat(steps).hasSizeLessThan(MANY);
        assertThat(turns).hasSize(1);
        int before = steps.size();
        turns.remove().run();
        assertThat(steps).hasSizeGreaterThan(before);
    }

    @Test
    void a_step_that_fails_does_not_keep_the_next_from_being_done() {
        mailbox.post(() -> {
            throw new IllegalStateException("on purpose");
        });
        post("next");
        turns.remove().run();
        assertThat(steps).containsExactly("failed", "next", "behind");
    }
}
