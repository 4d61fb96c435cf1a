package dev.elasticjob.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.OnStubborn;
import dev.elasticjob.api.Retry;
import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.engine.view.RunRequests;
import dev.elasticjob.registry.Transaction;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Timeouts, kills and retries, in the simulated world: the decision code of production, with delays from many seeds. */
class RunControlTest extends SimScenario {

    private static final JobConfiguration ONE_OFF = config("");
    private static final Retry TWICE = Retry.fixed(2, Duration.ofSeconds(4));

    private int hosts;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 30);
    }

    @Override
    void newWorld(long seed) {
        super.newWorld(seed);
        behaviour.retryable = 1;
        hosts = 0;
    }

    private SimProcess start(JobConfiguration config) {
        hosts++;
        return start("10.0.0." + hosts, config);
    }

    @Override
    void edit(JobConfiguration config) {
        world.checks.configIsEdited = true;
        super.edit(config);
    }

    private void request(String instanceId, RunRequests requests) {
        operator(
                Transaction.builder().create(TREE.trigger(instanceId), requests.encode(), Transaction.Mode.PERSISTENT));
    }

    private RunRecord record() {
        return record(0);
    }

    private RunRecord.Run run() {
        return record().run().orElseThrow();
    }

    private boolean isMarked() {
        return exists(TREE.running(0));
    }

    private static String id(SimProcess process) {
        return process.machine.state().id();
    }

    private List<Integer> tries() {
        return world.checks.all.stream().map(each -> each.run.tryNumber()).toList();
    }

    private boolean isReported(String part) {
        return world.history().stream().anyMatch(line -> line.contains("Reported[") && line.contains(part));
    }

    // ---- timeout ----

    @ParameterizedTest
    @MethodSource("seeds")
    void a_run_that_exceeds_its_timeout_has_failed_and_keeps_its_mark_until_its_code_ends(long seed) {
        newWorld(seed);
        behaviour.duration = run -> 20_000;
        behaviour.stubborn = 1;
        SimProcess process = start(ONE_OFF.toBuilder()
                .timeout(Duration.ofSeconds(2))
                .killGrace(Duration.ofSeconds(3))
                .buildUnchecked());
        world.runUntil(at(5));
        process.execute("long", RunSource.ONE_OFF);
        world.runUntil(at(8));
        assertThat(world.checks.all.get(0).interrupted).as(this::history).isTrue();
        world.runUntil(at(20));
        assertThat(isMarked()).isTrue();
        assertThat(isReported("Item 0 has not ended 3 s after it was interrupted (timeout)"))
                .isTrue();

        world.runUntil(at(30));
        assertThat(isMarked()).isFalse();
        assertThat(run().state()).isEqualTo(RunRecord.State.FAILED);
        assertThat(run().reason()).isEqualTo("timeout");
        assertThat(world.checks.all).as(this::history).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void code_that_ignores_its_interruption_is_given_up_if_the_job_says_so(long seed) {
        newWorld(seed);
        behaviour.duration = run -> 20_000;
        behaviour.stubborn = 1;
        SimProcess process = start(ONE_OFF.toBuilder()
                .timeout(Duration.ofSeconds(2))
                .killGrace(Duration.ofSeconds(1))
                .onStubborn(OnStubborn.RELEASE)
                .buildUnchecked());
        world.runUntil(at(5));
        process.execute("long", RunSource.ONE_OFF);
        world.runUntil(at(12));
        assertThat(isMarked()).as(this::history).isFalse();
        assertThat(run().state()).isEqualTo(RunRecord.State.FAILED);

        process.execute("next", RunSource.ONE_OFF);
        world.runUntil(at(22));
        assertThat(world.checks.all)
                .as("while the code runs, this process starts nothing")
                .hasSize(1);
        world.runUntil(at(30));
        assertThat(world.checks.all).as(this::history).hasSize(2);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void an_instance_that_leaves_records_the_failure_of_code_that_ignores_its_timeout(long seed) {
        newWorld(seed);
        behaviour.duration = run -> 200_000;
        behaviour.stubborn = 1;
        SimProcess process = start(ONE_OFF.toBuilder()
                .timeout(Duration.ofSeconds(2))
                .killGrace(Duration.ofSeconds(1))
                .buildUnchecked());
        world.runUntil(at(5));
        process.execute("long", RunSource.ONE_OFF);
        world.runUntil(at(12));
        process.leave();
        world.runUntil(at(60));
        assertThat(process.left).as(this::history).isTrue();
        assertThat(run().state()).isEqualTo(RunRecord.State.FAILED);
        assertThat(run().reason()).isEqualTo("timeout");
        assertThat(world.tree.children(TREE.failoverItems())).isEmpty();
    }

    // ---- kill ----

    @ParameterizedTest
    @MethodSource("seeds")
    void a_killed_run_has_failed_for_good(long seed) {
        newWorld(seed);
        behaviour.duration = run -> 20_000;
        SimProcess process = start(ONE_OFF.toBuilder().retry(TWICE).buildUnchecked());
        world.runUntil(at(5));
        process.execute("long", RunSource.ONE_OFF);
        world.runUntil(at(8));
        long token = world.checks.all.get(0).run.token();
        world.checks.runControl.killRequested(0, token);
        request(id(process), RunRequests.kill(0, token));

        world.runUntil(at(30));
        assertThat(run().state()).as(this::history).isEqualTo(RunRecord.State.FAILED);
        assertThat(run().reason()).isEqualTo("killed");
        assertThat(record().retryAt()).isEmpty();
        assertThat(world.checks.all).hasSize(1);
        assertThat(world.tree.children(TREE.triggers())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_kill_with_another_token_has_no_effect_and_is_reported(long seed) {
        newWorld(seed);
        behaviour.duration = run -> 5_000;
        SimProcess process = start(ONE_OFF);
        world.runUntil(at(5));
        process.execute("long", RunSource.ONE_OFF);
        world.runUntil(at(8));
        long token = world.checks.all.get(0).run.token() - 1;
        request(id(process), RunRequests.kill(0, token));

        world.runUntil(at(20));
        assertThat(run().state()).as(this::history).isEqualTo(RunRecord.State.DONE);
        assertThat(isReported("Kill of item 0 with token " + token + " had no effect"))
                .isTrue();
        assertThat(world.tree.children(TREE.triggers())).isEmpty();
    }

    // ---- retry ----

    @ParameterizedTest
    @MethodSource("seeds")
    void a_run_that_keeps_failing_is_tried_as_often_as_the_retry_says(long seed) {
        newWorld(seed);
        behaviour.throwing = 1;
        SimProcess process = start(ONE_OFF.toBuilder().retry(TWICE).buildUnchecked());
        world.runUntil(at(5));
        process.execute("failing", RunSource.ONE_OFF);
        world.runUntil(at(40));
        assertThat(tries()).as(this::history).containsExactly(1, 2, 3);
        assertThat(world.checks.all).allMatch(each -> each.run.runId().equals("failing"));
        assertThat(record().retryAt()).isEmpty();
        assertThat(run().state()).isEqualTo(RunRecord.State.FAILED);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_retry_runs_once_after_all_processes_were_lost(long seed) {
        newWorld(seed);
        behaviour.throwing = 1;
        JobConfiguration config = ONE_OFF.toBuilder().retry(TWICE).buildUnchecked();
        SimProcess process = start(config);
        world.runUntil(at(5));
        process.execute("failing", RunSource.ONE_OFF);
        world.runUntil(at(7));
        assertThat(record().retryAt()).as(this::history).isPresent();
        process.kill();
        behaviour.throwing = 0;
        world.runUntil(at(30));

        SimProcess next = start(config);
        world.runUntil(at(50));
        assertThat(tries()).as(this::history).containsExactly(1, 2);
        assertThat(world.checks.all.get(1).process()).isSameAs(next);
        assertThat(run().state()).isEqualTo(RunRecord.State.DONE);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_retry_does_not_wait_for_a_clock_that_was_set_back(long seed) {
        newWorld(seed);
        world.checks.registryClockMoves = true;
        world.registryClock = 3_600_000;
        behaviour.throwing = 1;
        JobConfiguration config = ONE_OFF.toBuilder().retry(TWICE).buildUnchecked();
        SimProcess process = start(config);
        world.runUntil(at(5));
        process.execute("failing", RunSource.ONE_OFF);
        world.runUntil(at(7));
        assertThat(record().retryAt()).as(this::history).isPresent();
        process.kill();
        world.registryClock = 0;
        behaviour.throwing = 0;
        start(config);
        world.runUntil(at(50));
        assertThat(tries()).as(this::history).containsExactly(1, 2);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_fire_supersedes_a_retry_and_that_is_reported(long seed) {
        newWorld(seed);
        behaviour.throwing = 1;
        start(config(EVERY_TEN).toBuilder()
                .retry(Retry.fixed(1, Duration.ofSeconds(30)))
                .buildUnchecked());
        world.runUntil(at(25));
        assertThat(tries()).as(this::history).containsExactly(1, 1);
        assertThat(isReported("was superseded by run cron-")).isTrue();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_retry_is_dropped_when_the_setting_is_removed(long seed) {
        newWorld(seed);
        behaviour.throwing = 1;
        SimProcess process = start(ONE_OFF.toBuilder().retry(TWICE).buildUnchecked());
        world.runUntil(at(5));
        process.execute("failing", RunSource.ONE_OFF);
        world.runUntil(at(7));
        edit(ONE_OFF);
        world.runUntil(at(30));
        assertThat(tries()).as(this::history).containsExactly(1);
        assertThat(record().retryAt()).isEmpty();
        assertThat(isReported("Retry of run failing of item 0 was dropped")).isTrue();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_requested_run_waits_for_the_retries_of_the_one_before(long seed) {
        newWorld(seed);
        behaviour.throwing = 1;
        SimProcess process = start(ONE_OFF.toBuilder().retry(TWICE).buildUnchecked());
        world.runUntil(at(5));
        process.execute("first", RunSource.ONE_OFF);
        world.runUntil(at(7));
        behaviour.throwing = 0;
        process.execute("second", RunSource.ONE_OFF);
        world.runUntil(at(30));
        assertThat(world.checks.all.stream().map(each -> each.run.runId()))
                .as(this::history)
                .containsExactly("first", "first", "second");
    }

    // ---- other versions ----

    @ParameterizedTest
    @MethodSource("seeds")
    void a_run_in_an_unknown_state_is_in_progress_as_long_as_its_mark_exists(long seed) {
        newWorld(seed);
        SimProcess process = start(ONE_OFF);
        world.runUntil(at(5));
        operator(Transaction.builder()
                .set(TREE.item(0), "run later\nstate postponed\nnonce x\n", Transaction.ANY_VERSION)
                .create(TREE.running(0), "later", Transaction.Mode.BOUND));
        process.execute("next", RunSource.ONE_OFF);
        world.runUntil(at(15));
        assertThat(world.checks.all).as(this::history).isEmpty();

        operator(Transaction.builder().delete(TREE.running(0), Transaction.ANY_VERSION));
        world.runUntil(at(20));
        assertThat(world.checks.all).as(this::history).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void lines_of_a_later_version_move_to_a_member_when_their_instance_has_gone(long seed) {
        newWorld(seed);
        SimProcess first = start(ONE_OFF);
        world.runUntil(at(3));
        SimProcess second = start(ONE_OFF);
        world.runUntil(at(5));
        request(id(first), RunRequests.decode("pause 0 until=noon\n").orElseThrow());
        world.runUntil(at(8));
        assertThat(world.tree.node(TREE.trigger(id(first)))).as(this::history).isPresent();
        assertThat(world.checks.all).isEmpty();
        String gone = id(first);
        first.kill();
        world.runUntil(at(40));
        assertThat(world.tree.node(TREE.trigger(gone))).as(this::history).isEmpty();
        assertThat(world.tree.node(TREE.trigger(id(second))).orElseThrow().text())
                .isEqualTo("pause 0 until=noon\n");
    }
}
