package dev.elasticjob.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Conflict;
import dev.elasticjob.registry.CommitResult.Refused;
import dev.elasticjob.registry.CommitResult.Unknown;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.memory.InMemoryRegistry;
import dev.elasticjob.registry.memory.InMemoryRegistryCenter;
import dev.elasticjob.registry.memory.SessionControl;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BatchedCommitsTest {

    private final InMemoryRegistry registry = new InMemoryRegistry();
    private final InMemoryRegistryCenter center = new InMemoryRegistryCenter(registry, "test");
    private RegistrySession session;
    private SessionControl control;
    private BatchedCommits commits;

    @BeforeEach
    void open() {
        center.init();
        session = center.openSession().toCompletableFuture().join();
        control = registry.control(session);
        commits = new BatchedCommits(session, Guard.of("test", System::nanoTime));
        // Not by the object under test: it may still count a commit as under way whose result was delivered.
        IntStream.range(0, 8)
                .forEach(job -> answer(session.commit(create("/job" + job, "")).toCompletableFuture()));
    }

    @AfterEach
    void close() {
        center.close();
    }

    @Test
    void what_is_alone_is_not_kept_waiting() {
        assertThat(answer(commit(create("/job0/a", "")))).isInstanceOf(Committed.class);
    }

    @Test
    void what_comes_while_others_are_under_way_is_sent_as_one() {
        List<CompletableFuture<CommitResult>> all = commitInEachOf(8);

        List<Long> numbers =
                all.stream().map(each -> ((Committed) answer(each)).number()).toList();
        assertThat(numbers.subList(0, 2)).doesNotHaveDuplicates();
        assertThat(numbers.subList(2, 8)).containsOnly(numbers.get(7)).doesNotContain(numbers.get(1));
    }

    @Test
    void each_is_told_the_versions_of_its_own_steps() {
        control.holdRequests();
        commit(create("/job0/a", ""));
        commit(create("/job1/a", ""));
        CompletableFuture<CommitResult> two = commit(
                Transaction.builder().checkExists("/job2").set("/job2", "1", 0).build());
        CompletableFuture<CommitResult> three = commit(Transaction.builder()
                .create("/job3/a", "", Mode.PERSISTENT)
                .set("/job3/a", "1", 0)
                .set("/job3/a", "2", 1)
                .build());
        control.release();

        assertThat(((Committed) answer(two)).versions()).containsExactly(-1, 1);
        assertThat(((Committed) answer(three)).versions()).containsExactly(2, 2, 2);
    }

    @Test
    void a_conflict_of_one_is_nobody_elses() {
        control.holdRequests();
        commit(create("/job0/a", ""));
        commit(create("/job1/a", ""));
        CompletableFuture<CommitResult> good = commit(create("/job2/a", ""));
        CompletableFuture<CommitResult> bad = commit(create("/job3", ""));
        CompletableFuture<CommitResult> alsoGood = commit(create("/job4/a", ""));
        control.release();

        assertThat(answer(good)).isInstanceOf(Committed.class);
        assertThat(answer(alsoGood)).isInstanceOf(Committed.class);
        assertThat(answer(bad)).isInstanceOfSatisfying(Conflict.class, conflict -> {
            assertThat(conflict.index()).isZero();
            assertThat(conflict.op().path()).isEqualTo("/job3");
        });
        assertThat(answer(commit(create("/job5/a", "")))).isInstanceOf(Committed.class);
    }

    @Test
    void two_of_one_job_are_never_one() {
        control.holdRequests();
        commit(create("/job0/a", ""));
        commit(create("/job1/a", ""));
        CompletableFuture<CommitResult> first = commit(create("/job2/a", ""));
        CompletableFuture<CommitResult> second = commit(create("/job2/a/b", ""));
        control.release();

        assertThat(((Committed) answer(first)).number()).isLessThan(((Committed) answer(second)).number());
    }

    @Test
    void what_is_large_is_sent_alone() {
        control.holdRequests();
        commit(create("/job0/a", ""));
        commit(create("/job1/a", ""));
        CompletableFuture<CommitResult> large = commit(create("/job2/a", "x".repeat(90_000)));
        CompletableFuture<CommitResult> alsoLarge = commit(create("/job3/a", "x".repeat(90_000)));
        control.release();

        assertThat(((Committed) answer(large)).number()).isNotEqualTo(((Committed) answer(alsoLarge)).number());
    }

    @Test
    void an_outcome_that_nobody_knows_is_unknown_to_all_of_them() {
        control.holdAnswers();
        CompletableFuture<CommitResult> first = commit(create("/job0/a", ""));
        CompletableFuture<CommitResult> second = commit(create("/job1/a", ""));
        CompletableFuture<CommitResult> waiting = commit(create("/job2/a", ""));
        control.suspend();

        assertThat(answer(first)).isInstanceOf(Unknown.class);
        assertThat(answer(second)).isInstanceOf(Unknown.class);
        assertThat(answer(waiting)).as("was never sent").isInstanceOf(Refused.class);
        control.release();
        control.resume();
        ReadResult.Snapshot found = (ReadResult.Snapshot)
                session.read(ReadRequest.of("/job0/a", "/job1/a", "/job2/a").synced())
                        .toCompletableFuture()
                        .join();
        assertThat(found.node("/job0/a")).isPresent();
        assertThat(found.node("/job2/a")).isEmpty();
    }

    @Test
    void a_commit_that_throws_has_an_unknown_outcome_and_the_next_are_sent() {
        Faults faults = new Faults();
        commits = new BatchedCommits(
                faults.wrap(RegistrySession.class, "session", session), Guard.of("test", System::nanoTime));
        for (Throwable thrown : List.of(new IllegalStateException("injected"), new NoClassDefFoundError("injected"))) {
            // As often as there can be requests under way, and once more.
            for (int i = 0; i < 3; i++) {
                faults.arm("session.commit", () -> thrown);
                assertThat(answer(commit(create("/job0/a", "")))).isInstanceOf(Unknown.class);
            }
        }
        assertThat(answer(commit(create("/job1/a", "")))).isInstanceOf(Committed.class);
    }

    @Test
    void commits_that_throw_when_they_are_sent_as_one_have_unknown_outcomes() {
        Faults faults = new Faults();
        commits = new BatchedCommits(
                faults.wrap(RegistrySession.class, "session", session), Guard.of("test", System::nanoTime));
        control.holdRequests();
        commit(create("/job0/a", ""));
        commit(create("/job1/a", ""));
        List<CompletableFuture<CommitResult>> waiting =
                List.of(commit(create("/job2/a", "")), commit(create("/job3/a", "")));
        faults.arm("session.commit", () -> new NoClassDefFoundError("injected"));
        control.release();

        assertThat(waiting).allSatisfy(each -> assertThat(answer(each)).isInstanceOf(Unknown.class));
        assertThat(answer(commit(create("/job4/a", "")))).isInstanceOf(Committed.class);
    }

    private List<CompletableFuture<CommitResult>> commitInEachOf(int jobs) {
        control.holdRequests();
        List<CompletableFuture<CommitResult>> all = IntStream.range(0, jobs)
                .mapToObj(job -> commit(create("/job" + job + "/a", "")))
                .toList();
        control.release();
        return all;
    }

    private CompletableFuture<CommitResult> commit(Transaction transaction) {
        return commits.call(transaction).toCompletableFuture();
    }

    private static Transaction create(String path, String data) {
        return Transaction.builder().create(path, data, Mode.PERSISTENT).build();
    }

    private static CommitResult answer(CompletableFuture<CommitResult> result) {
        return result.orTimeout(60, TimeUnit.SECONDS).join();
    }
}
