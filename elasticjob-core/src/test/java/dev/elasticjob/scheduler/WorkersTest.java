package dev.elasticjob.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WorkersTest {

    /** What runs now: a thread that a test does not let go on. */
    private final Queue<Runnable> threads = new ArrayDeque<>();

    private Workers withTasks(int most, int tasks) {
        Workers workers = new Workers(threads::add, most);
        IntStream.range(0, tasks).forEach(task -> workers.execute(() -> {}));
        return workers;
    }

    @Test
    void no_more_items_run_at_a_time_than_the_maximum() {
        withTasks(2, 5);
        for (int left = 5; left > 0; left--) {
            assertThat(threads).hasSize(Math.min(2, left));
            threads.remove().run();
        }
        assertThat(threads).isEmpty();
    }

    @Test
    void an_item_that_throws_makes_room_for_the_next() {
        Workers workers = new Workers(threads::add, 1);
        workers.execute(() -> {
            throw new IllegalStateException("no");
        });
        workers.execute(() -> {});
        assertThatThrownBy(threads.remove()::run).isInstanceOf(IllegalStateException.class);
        assertThat(threads).hasSize(1);
    }

    @Test
    void a_larger_maximum_starts_items_that_waited() {
        Workers workers = withTasks(1, 3);
        workers.limit(3);
        assertThat(threads).hasSize(3);
    }

    @Test
    void a_maximum_below_one_counts_as_one() {
        Workers workers = withTasks(2, 3);
        workers.limit(0);
        threads.remove().run();
        threads.remove().run();
        assertThat(threads).hasSize(1);
    }
}
