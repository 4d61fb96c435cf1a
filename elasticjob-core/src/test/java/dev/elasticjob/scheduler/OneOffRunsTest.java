package dev.elasticjob.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.context.RunEnd;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Watch;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** How the result of a requested run is found, with a session that answers when the test says so. */
class OneOffRunsTest {

    private static final String JOB = "job";
    private static final String RUN = "run";
    private static final String RECORD = "/job/sharding/0";
    private static final Duration LATER = Duration.ofSeconds(1);

    private final ManualTimer timer = new ManualTimer();
    private final OneOffRuns runs = new OneOffRuns(JOB, () -> true, timer.reliable(), timer.guard());
    private final Session session = new Session();

    /** A session with one run record. */
    private static final class Session {
        private final Deque<Runnable> unanswered = new ArrayDeque<>();
        private final List<Consumer<Hint>> receivers = new ArrayList<>();
        private Optional<RunRecord.State> state = Optional.of(RunRecord.State.STARTED);
        /** What is answered instead of what was read. */
        private Optional<ReadResult> answers = Optional.empty();

        private String runId = RUN;
        private int reads;
        private int failingWatches;
        private int failingReads;

        RegistrySession session() {
            return (RegistrySession) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {RegistrySession.class},
                    (proxy, method, arguments) ->
                            method.getName().equals("watch") ? watch(arguments[2]) : read((ReadRequest) arguments[0]));
        }

        @SuppressWarnings("unchecked")
        private Watch watch(Object receiver) {
            if (failingWatches-- > 0) {
                throw new IllegalStateException("injected");
            }
            receivers.add((Consumer<Hint>) receiver);
            return () -> receivers.remove(receiver);
        }

        private CompletableFuture<ReadResult> read(ReadRequest request) {
            if (failingReads-- > 0) {
                throw new IllegalStateException("injected");
            }
            reads++;
            // What the registry contains when the read arrives there.
            Map<String, Node> nodes = new HashMap<>();
            node("/job/config", "").forEach(nodes::put);
            state.ifPresent(
                    each -> nodes.putAll(node(RECORD, record(runId, each).encode())));
            CompletableFuture<ReadResult> answer = new CompletableFuture<>();
            unanswered.add(() -> answer.complete(answers.orElse(new ReadResult.Snapshot(nodes, Map.of()))));
            return answer;
        }

        private static Map<String, Node> node(String path, String text) {
            return Map.of(
                    path, new Node(path, text.getBytes(StandardCharsets.UTF_8), 0, 1, 1, Instant.EPOCH, Node.NO_OWNER));
        }

        private static RunRecord record(String runId, RunRecord.State state) {
            RunRecord.Run run = new RunRecord.Run(
                    runId, RunSource.ONE_OFF, Optional.empty(), 1, 1, 1, 1, "instance", "nonce", state, "");
            return new RunRecord(
                    Optional.empty(), Optional.of(run), Optional.empty(), 0, List.of(), Optional.empty(), Map.of());
        }

        void answerAll() {
            while (!unanswered.isEmpty()) {
                unanswered.remove().run();
            }
        }

        void hint() {
            List.copyOf(receivers).forEach(receiver -> receiver.accept(new Hint(RECORD, false)));
        }
    }

    private CompletableFuture<OneOffResult> requestedElsewhere() {
        runs.follow(session.session());
        CompletableFuture<OneOffResult> result = runs.expect(RUN);
        runs.requested(RUN, 1, false);
        return result;
    }

    private static void assertSuccess(CompletableFuture<OneOffResult> result) {
        assertThat(result).isCompleted();
        assertThat(result.join().items()).isEqualTo(Map.of(0, OneOffResult.Outcome.DONE));
    }

    @Test
    void a_run_that_this_process_executes_needs_neither_a_watch_nor_a_read() {
        runs.follow(session.session());
        CompletableFuture<OneOffResult> result = runs.expect(RUN);
        runs.requested(RUN, 1, true);
        runs.recorded(RUN, 0, Optional.of(RunEnd.DONE));
        assertSuccess(result);
        assertThat(session.reads).isZero();
        assertThat(session.receivers).isEmpty();
    }

    @Test
    void a_run_elsewhere_is_followed_by_its_record_until_it_ends() {
        CompletableFuture<OneOffResult> result = requestedElsewhere();
        session.answerAll();
        assertThat(result).isNotDone();
        assertThat(session.receivers).isNotEmpty();
        session.state = Optional.of(RunRecord.State.DONE);
        session.hint();
        session.answerAll();
        assertSuccess(result);
        assertThat(session.receivers).as("watches after the end").isEmpty();
    }

    @Test
    void a_change_during_a_read_is_read_again() {
        CompletableFuture<OneOffResult> result = requestedElsewhere();
        session.answerAll();
        session.hint();
        session.state = Optional.of(RunRecord.State.DONE);
        session.hint();
        session.answerAll();
        assertSuccess(result);
    }

    @Test
    void watches_and_reads_that_throw_are_repeated() {
        session.failingWatches = 3;
        session.failingReads = 2;
        CompletableFuture<OneOffResult> result = requestedElsewhere();
        timer.pass(LATER);
        session.answerAll();
        session.state = Optional.of(RunRecord.State.DONE);
        session.hint();
        session.answerAll();
        assertSuccess(result);
    }

    @Test
    void a_read_that_fails_is_repeated() {
        CompletableFuture<OneOffResult> result = requestedElsewhere();
        session.answers = Optional.of(new ReadResult.Failed("no", false));
        session.answerAll();
        session.answers = Optional.empty();
        session.state = Optional.of(RunRecord.State.DONE);
        timer.pass(LATER);
        session.answerAll();
        assertSuccess(result);
    }

    @Test
    void a_run_whose_items_move_is_followed_by_its_record() {
        runs.follow(session.session());
        CompletableFuture<OneOffResult> result = runs.expect(RUN);
        runs.requested(RUN, 1, true);
        session.state = Optional.of(RunRecord.State.DONE);
        runs.itemsMoved();
        session.answerAll();
        assertSuccess(result);
    }

    @Test
    void a_run_whose_recorded_end_is_unknown_is_followed_by_its_record() {
        runs.follow(session.session());
        CompletableFuture<OneOffResult> result = runs.expect(RUN);
        runs.requested(RUN, 1, true);
        session.state = Optional.of(RunRecord.State.DONE);
        runs.recorded(RUN, 0, Optional.empty());
        session.answerAll();
        assertSuccess(result);
    }

    @Test
    void a_run_is_followed_in_the_next_session() {
        CompletableFuture<OneOffResult> result = requestedElsewhere();
        session.answerAll();
        Session next = new Session();
        runs.follow(next.session());
        assertThat(next.receivers).isNotEmpty();
        next.answerAll();
        next.state = Optional.of(RunRecord.State.DONE);
        next.hint();
        next.answerAll();
        assertSuccess(result);
    }

    @Test
    void a_doubt_that_one_read_leaves_is_settled_by_the_next() {
        session.state = Optional.empty();
        CompletableFuture<OneOffResult> result = requestedElsewhere();
        session.answerAll();
        assertThat(session.reads).isEqualTo(2);
        assertThat(result).isCompleted();
        assertThat(result.join().items()).isEqualTo(Map.of(0, OneOffResult.Outcome.ABANDONED));
    }

    @Test
    void a_run_that_later_ones_have_superseded_is_returned_as_such() {
        CompletableFuture<OneOffResult> result = requestedElsewhere();
        session.answerAll();
        session.runId = "a later run";
        session.hint();
        session.answerAll();
        assertThat(result).isCompleted();
        assertThat(result.join().items()).isEqualTo(Map.of(0, OneOffResult.Outcome.SUPERSEDED));
    }

    @Test
    void runs_that_have_not_ended_fail_when_the_job_leaves() {
        CompletableFuture<OneOffResult> result = requestedElsewhere();
        runs.end("it was shut down");
        assertThat(result).isCompletedExceptionally();
        assertThat(session.receivers).isEmpty();
    }
}
