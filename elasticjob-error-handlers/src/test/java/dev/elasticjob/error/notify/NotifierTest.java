package dev.elasticjob.error.notify;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NotifierTest {

    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final Duration IDLE = Duration.ofSeconds(10);
    private static final Limits PATIENT = new Limits(WINDOW, 100, 100, IDLE, Duration.ofSeconds(30));

    private final SettableClock clock = new SettableClock();
    private final FakeChannel channel = new FakeChannel();
    private final CapturedLog log = new CapturedLog();
    private final List<Notifier> notifiers = new ArrayList<>();

    @AfterEach
    void close() {
        channel.gate.countDown();
        notifiers.forEach(Notifier::close);
        log.close();
    }

    private Notifier notifier(Limits limits) {
        Notifier notifier = new Notifier("FAKE", channel, clock, limits);
        notifiers.add(notifier);
        return notifier;
    }

    private static RuntimeException error(String message) {
        return new IllegalStateException(message);
    }

    @Test
    void an_error_is_sent_by_a_daemon_thread_that_names_the_job() throws InterruptedException {
        channel.gate = new CountDownLatch(1);
        notifier(PATIENT).report("nightly", error("broken"));
        FakeChannel.next(channel.begun);
        assertThat(Threads.named("elasticjob-FAKE-nightly"))
                .singleElement()
                .satisfies(thread -> assertThat(thread.isDaemon()).isTrue());
        assertThat(channel.contextLoaders.take()).isSameAs(Notifier.class.getClassLoader());
    }

    @Test
    void a_server_that_never_answers_blocks_no_caller() throws InterruptedException {
        channel.gate = new CountDownLatch(1);
        Notifier notifier = notifier(new Limits(WINDOW, 10_000, 100, IDLE, Duration.ofMillis(1)));
        AtomicInteger returned = new AtomicInteger();
        notifier.report("job", error("first"));
        FakeChannel.next(channel.begun);
        Thread[] callers = new Thread[4];
        for (int i = 0; i < callers.length; i++) {
            int caller = i;
            callers[i] = new Thread(() -> {
                for (int call = 0; call < 1000; call++) {
                    notifier.report("job", error(caller + "/" + call));
                    returned.incrementAndGet();
                }
            });
            callers[i].start();
        }
        Threads.awaitEnd(List.of(callers));

        assertThat(returned).hasValue(4000);
        assertThat(channel.begun).isEmpty();
        assertThat(channel.sent).isEmpty();
    }

    @Test
    void notices_that_do_not_fit_into_the_queue_are_counted_and_logged() throws InterruptedException {
        channel.gate = new CountDownLatch(1);
        Notifier notifier = notifier(new Limits(WINDOW, 100, 2, IDLE, Duration.ofSeconds(30)));
        notifier.report("job", error("in hand"));
        FakeChannel.next(channel.begun);
        for (int i = 1; i <= 5; i++) {
            notifier.report("job", error("number " + i));
        }

        assertThat(log.containing("it was dropped, for 2 messages are waiting already"))
                .hasSize(3);
        assertThat(log.await("(3 dropped since the job was started)")).contains("IllegalStateException: number 5");
        assertThat(notifier).hasToString("FAKE notifier (waiting=2, dropped=3, thread=running, open)");

        channel.gate.countDown();
        assertThat(FakeChannel.next(channel.sent)).contains("in hand");
        assertThat(FakeChannel.next(channel.sent)).contains("number 1");
        assertThat(FakeChannel.next(channel.sent)).contains("number 2");
    }

    @Test
    void a_storm_becomes_two_messages_and_the_second_contains_the_count() throws InterruptedException {
        Notifier notifier = notifier(PATIENT);
        for (int i = 0; i < 500; i++) {
            notifier.report("job", error("broken"));
        }
        assertThat(FakeChannel.next(channel.sent)).startsWith("Job 'job' failed\n");

        clock.advance(WINDOW);
        assertThat(FakeChannel.next(channel.sent)).startsWith("Job 'job' failed 499 more times with the same error\n");
        notifier.close();
        assertThat(channel.sent).isEmpty();
    }

    @Test
    void the_thread_ends_when_idle_and_the_next_error_starts_another() throws InterruptedException {
        Notifier notifier = notifier(PATIENT);
        channel.gate = new CountDownLatch(1);
        notifier.report("idle", error("a"));
        FakeChannel.next(channel.begun);
        List<Thread> first = Threads.named("elasticjob-FAKE-idle");
        channel.gate.countDown();
        FakeChannel.next(channel.sent);

        awaitIdle(first);
        assertThat(channel.closed).hasValue(1);
        assertThat(notifier).hasToString("FAKE notifier (waiting=0, dropped=0, thread=none, open)");

        notifier.report("idle", error("b"));
        assertThat(FakeChannel.next(channel.sent)).contains("IllegalStateException: b");
        assertThat(channel.opened).hasValue(2);
    }

    /** Waits for idle threads. Advances the clock repeatedly, because a thread may become idle only after the first step. */
    private void awaitIdle(List<Thread> threads) throws InterruptedException {
        assertThat(threads).isNotEmpty();
        for (int i = 0; i < 3000 && threads.get(0).isAlive(); i++) {
            clock.advance(IDLE);
            threads.get(0).join(10);
        }
        assertThat(threads.get(0).isAlive()).isFalse();
    }

    @Test
    void the_thread_stays_while_repeats_wait_for_the_end_of_their_window() throws InterruptedException {
        Notifier notifier = notifier(PATIENT);
        notifier.report("job", error("broken"));
        FakeChannel.next(channel.sent);
        notifier.report("job", error("broken"));
        clock.advance(IDLE.multipliedBy(2));
        assertThat(notifier.toString()).contains("thread=running");
        clock.advance(WINDOW);
        assertThat(FakeChannel.next(channel.sent)).contains("once more");
        assertThat(channel.opened).hasValue(1);
    }

    @Test
    void closing_sends_queued_and_counted_notices() throws InterruptedException {
        channel.gate = new CountDownLatch(1);
        Notifier notifier = notifier(PATIENT);
        notifier.report("job", error("a"));
        FakeChannel.next(channel.begun);
        notifier.report("job", error("a"));
        notifier.report("job", error("b"));
        List<Thread> threads = Threads.named("elasticjob-FAKE-job");
        Thread closer = new Thread(notifier::close);
        closer.start();
        channel.gate.countDown();
        Threads.awaitEnd(List.of(closer));

        assertThat(channel.sent).hasSize(3);
        assertThat(channel.sent).anyMatch(each -> each.startsWith("Job 'job' failed once more"));
        Threads.awaitEnd(threads);
        assertThat(channel.closed).hasValue(1);
        assertThat(channel.aborts).hasValue(0);
    }

    @Test
    void closing_times_out_and_logs_unsent_notices() throws InterruptedException {
        channel.gate = new CountDownLatch(1);
        Notifier notifier = notifier(new Limits(WINDOW, 100, 100, IDLE, Duration.ofMillis(20)));
        notifier.report("job", error("in hand"));
        FakeChannel.next(channel.begun);
        notifier.report("job", error("waiting"));
        notifier.report("job", error("waiting"));
        List<Thread> threads = Threads.named("elasticjob-FAKE-job");

        notifier.close();

        Threads.awaitEnd(threads);
        assertThat(channel.aborts).hasValue(1);
        assertThat(log.await("closed while sending")).contains("IllegalStateException: in hand");
        assertThat(log.containing("closed before its turn came")).hasSize(2);
        assertThat(log.await("failed (1 more times)")).contains("IllegalStateException: waiting");
    }

    @Test
    void closing_on_an_interrupted_thread_hurries_and_keeps_the_interrupt() throws InterruptedException {
        channel.gate = new CountDownLatch(1);
        Notifier notifier = notifier(PATIENT);
        notifier.report("job", error("in hand"));
        FakeChannel.next(channel.begun);
        Thread.currentThread().interrupt();
        notifier.close();
        assertThat(Thread.interrupted()).isTrue();
        log.await("closed while sending");
    }

    @Test
    void closing_twice_or_without_any_error_does_nothing() {
        Notifier notifier = notifier(PATIENT);
        notifier.close();
        notifier.close();
        assertThat(channel.opened).hasValue(0);
        assertThat(notifier.toString()).endsWith("thread=none, closed)");
    }

    @Test
    void an_error_after_closing_goes_to_the_log() throws InterruptedException {
        Notifier notifier = notifier(PATIENT);
        notifier.close();
        notifier.report("job", error("too late"));
        assertThat(log.await("the handler is closed")).contains("job 'job'", "IllegalStateException: too late");
        assertThat(channel.opened).hasValue(0);
    }

    @Test
    void a_failed_message_is_logged_without_secrets_and_the_next_one_is_sent() throws InterruptedException {
        channel.failure = new IllegalStateException("reason: hush hush");
        Notifier notifier = notifier(PATIENT);
        notifier.report("job", error("with hush in it"));
        assertThat(log.await("failed to send the notification that job 'job' failed"))
                .contains("The server said ******", "caused by java.lang.IllegalStateException: reason: ****** ******")
                .contains("IllegalStateException: with ****** in it")
                .contains("at " + NotifierTest.class.getName());
        channel.failure = null;
        notifier.report("job", error("next"));
        assertThat(FakeChannel.next(channel.sent)).contains("IllegalStateException: next");
        assertThat(log.all()).doesNotContain("hush");
    }

    @Test
    void a_missing_class_is_a_failure_like_any_other() throws InterruptedException {
        channel.failure = new NoClassDefFoundError("some/Mail");
        Notifier notifier = notifier(PATIENT);
        notifier.report("job", error("a"));
        log.await("java.lang.NoClassDefFoundError: some/Mail");
        channel.failure = null;
        notifier.report("job", error("b"));
        FakeChannel.next(channel.sent);
        assertThat(channel.opened).hasValue(1);
    }

    @Test
    void an_exception_whose_methods_throw_is_still_reported() throws InterruptedException {
        notifier(PATIENT).report("job", new BrokenException());
        assertThat(FakeChannel.next(channel.sent))
                .contains("its message cannot be read: java.lang.UnsupportedOperationException")
                .contains("the stack trace cannot be read: java.lang.UnsupportedOperationException");
    }

    private static final class BrokenException extends RuntimeException {
        @Override
        public String getMessage() {
            throw new UnsupportedOperationException();
        }
    }
}
