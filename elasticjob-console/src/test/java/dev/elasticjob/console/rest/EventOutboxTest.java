package dev.elasticjob.console.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.console.registry.RegistryEvents.Change;
import dev.elasticjob.console.registry.RegistryEvents.Kind;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Events for several clients, one of which does not read. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EventOutboxTest {

    private static final long LONGEST_WAIT_SECONDS = 60;

    private final ExecutorService executor = Executors.newCachedThreadPool();

    @AfterEach
    void close() {
        executor.shutdownNow();
    }

    /** Blocks in its first write until it is released. */
    private static final class Reader implements EventOutbox.Client {

        final List<List<String>> received = new CopyOnWriteArrayList<>();
        final CountDownLatch isWriting = new CountDownLatch(1);
        final CountDownLatch mayWrite;
        final CountDownLatch hasReceived = new CountDownLatch(1);

        Reader(boolean isBlocked) {
            mayWrite = new CountDownLatch(isBlocked ? 1 : 0);
        }

        @Override
        public boolean isAdmitted() {
            return true;
        }

        @Override
        public void sendHeartbeat() {
            await(mayWrite, isWriting);
        }

        @Override
        public void sendChanged(List<String> jobs) {
            await(mayWrite, isWriting);
            received.add(jobs);
            hasReceived.countDown();
        }

        private static void await(CountDownLatch latch, CountDownLatch reached) {
            reached.countDown();
            try {
                latch.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void end() {}

        @Override
        public void fail(Exception failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    void a_client_that_does_not_read_delays_no_other_and_its_events_are_merged() throws InterruptedException {
        Reader stuck = new Reader(true);
        Reader other = new Reader(false);
        EventOutbox ofStuck = new EventOutbox(executor, stuck);
        EventOutbox ofOther = new EventOutbox(executor, other);
        ofStuck.offer(Change.heartbeat());
        assertThat(stuck.isWriting.await(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS))
                .isTrue();

        for (int i = 0; i < 10; i++) {
            Change change = new Change(Kind.CHANGED, List.of("job-" + i));
            ofStuck.offer(change);
            ofOther.offer(change);
        }
        assertThat(other.hasReceived.await(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS))
                .isTrue();
        assertThat(stuck.received).isEmpty();

        stuck.mayWrite.countDown();
        assertThat(stuck.hasReceived.await(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS))
                .isTrue();
        assertThat(stuck.received.get(0))
                .containsExactlyElementsOf(
                        IntStream.range(0, 10).mapToObj(i -> "job-" + i).toList());
    }
}
