package dev.elasticjob.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.registry.Transaction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rules whose omission violates no guarantee of the simulator, or only where several faults come in a certain order: each is
 * played step by step. Only the delays of messages are random.
 */
class RunScenariosTest extends SimScenario {

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 3);
    }

    private static JobConfiguration unmonitored(boolean misfire) {
        return SimConfig.config(EVERY_TEN, 1, false, misfire, false, false);
    }

    // ---- owed fires ----

    @ParameterizedTest
    @MethodSource("seeds")
    void a_fire_that_came_while_its_item_was_disabled_is_not_run_when_the_item_is_enabled(long seed) {
        newPromptWorld(seed);
        start(OWNERS_IP, config(EVERY_TEN));
        world.runUntil(at(7));
        create(TREE.disabled(0));
        world.runUntil(at(13));
        delete(TREE.disabled(0));
        world.runUntil(at(25));
        assertThat(seconds()).as(this::history).isEqualTo(Map.of(20, 1));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_fire_is_caught_up_within_twice_the_session_timeout_where_the_window_is_shorter(long seed) {
        newPromptWorld(seed);
        world.settings =
                settings(Duration.ofMillis(20), Duration.ofMinutes(10), Duration.ofSeconds(6), Duration.ofDays(1));
        SimProcess owner = start(OWNERS_IP, config(ONCE));
        world.runUntil(at(8));
        owner.leave();
        world.runUntil(at(24));
        start(OWNERS_IP, config(ONCE));
        world.runUntil(at(30));
        assertThat(seconds()).as(this::history).isEqualTo(Map.of(10, 1));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_fire_that_no_instance_could_run_in_time_is_reported_as_missed_once(long seed) {
        newPromptWorld(seed);
        SimProcess owner = start(OWNERS_IP, config(ONCE));
        world.runUntil(at(8));
        owner.leave();
        world.runUntil(at(40));
        start(OWNERS_IP, config(ONCE));
        world.runUntil(at(50));
        assertThat(seconds()).as(this::history).isEmpty();
        assertThat(messages("event: Missed")).as(this::history).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_fire_that_came_after_a_run_had_ended_and_before_that_was_recorded_runs_although_misfire_is_off(long seed) {
        newPromptWorld(seed);
        behaviour.duration = run -> run.source() == RunSource.ONE_OFF ? 1_900 : 100;
        SimProcess owner = start(OWNERS_IP, SimConfig.config(ONCE, 1, true, false, true, false));
        world.runUntil(at(7.8));
        owner.execute("short", RunSource.ONE_OFF);
        world.runUntil(at(9.4));
        owner.session.cut(2_500);
        world.runUntil(at(20));
        assertThat(seconds()).as(this::history).isEqualTo(Map.of(10, 1));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_fire_that_falls_due_during_a_run_is_published_until_it_is_made_up_for(long seed) {
        newPromptWorld(seed);
        behaviour.duration = run -> run.source() == RunSource.ONE_OFF ? 8_000 : 100;
        SimProcess owner = start(OWNERS_IP, config(ONCE));
        world.runUntil(at(5));
        owner.execute("long", RunSource.ONE_OFF);
        world.runUntil(at(8));
        create(TREE.disabled(0));
        world.runUntil(at(15));
        assertThat(exists(TREE.misfire(0))).as(this::history).isTrue();
        assertThat(messages("event: Misfired")).hasSize(1);
        delete(TREE.disabled(0));
        world.runUntil(at(18));
        assertThat(sources()).as(this::history).containsExactly(RunSource.ONE_OFF, RunSource.MISFIRE);
        assertThat(exists(TREE.misfire(0))).isFalse();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void an_owed_fire_goes_before_a_request_that_waited_as_long(long seed) {
        newPromptWorld(seed);
        behaviour.duration = run -> run.runId().equals("long") ? 10_000 : 100;
        SimProcess owner = start(OWNERS_IP, config(ONCE));
        world.runUntil(at(5));
        owner.execute("long", RunSource.ONE_OFF);
        world.runUntil(at(8));
        owner.execute("next", RunSource.ONE_OFF);
        world.runUntil(at(20));
        assertThat(sources())
                .as(this::history)
                .containsExactly(RunSource.ONE_OFF, RunSource.MISFIRE, RunSource.ONE_OFF);
    }

    // ---- without monitoring ----

    @ParameterizedTest
    @MethodSource("seeds")
    void without_monitoring_fires_during_a_run_are_made_up_for_once_or_dropped(long seed) {
        for (boolean misfire : new boolean[] {true, false}) {
            newPromptWorld(seed);
            behaviour.duration = run -> world.now() < at(15) ? 24_000 : 100;
            start(OWNERS_IP, unmonitored(misfire));
            world.runUntil(at(45));
            assertThat(seconds())
                    .as(this::history)
                    .isEqualTo(misfire ? Map.of(10, 1, 30, 1, 40, 1) : Map.of(10, 1, 40, 1));
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void without_monitoring_an_owner_that_owns_its_item_again_repeats_no_fire_of_the_owner_in_between(long seed) {
        newPromptWorld(seed);
        start("10.0.0.9", unmonitored(true));
        world.runUntil(at(13));
        SimProcess between = start(OWNERS_IP, unmonitored(true));
        world.runUntil(at(23));
        between.leave();
        world.runUntil(at(29));
        assertThat(seconds()).as(this::history).isEqualTo(Map.of(10, 1, 20, 1));
    }

    // ---- conditions of a start ----

    @ParameterizedTest
    @MethodSource("seeds")
    void an_instance_whose_server_is_disabled_starts_nothing_while_the_leader_is_out_of_reach(long seed) {
        newPromptWorld(seed);
        SimProcess[] both = leaderAndOwner(config(EVERY_TEN));
        world.runUntil(at(7));
        both[0].session.cut(6_000);
        set(TREE.server(OWNERS_IP), JobTree.DISABLED);
        world.runUntil(at(12.5));
        assertThat(epoch().owner(0)).contains(both[1].machine.state().id());
        assertThat(seconds()).as(this::history).isEmpty();
    }

    static Stream<Arguments> edits() {
        return Stream.<Function<JobConfiguration.Builder, JobConfiguration.Builder>>of(
                        edited -> edited.cron("50 0 0 * * ?"),
                        edited -> edited.timeZone("Asia/Shanghai"),
                        edited -> edited.monitorExecution(false))
                .flatMap(edit -> seeds().mapToObj(seed -> Arguments.of(seed, edit)));
    }

    @ParameterizedTest
    @MethodSource("edits")
    void nothing_starts_by_an_epoch_that_was_made_for_another_schedule(
            long seed, Function<JobConfiguration.Builder, JobConfiguration.Builder> edit) {
        newPromptWorld(seed);
        SimProcess[] both = leaderAndOwner(config(ONCE));
        world.runUntil(at(7));
        both[0].session.cut(6_000);
        edit(edit.apply(config(ONCE).toBuilder()).buildUnchecked());
        world.runUntil(at(12.5));
        assertThat(seconds()).as(this::history).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_fire_goes_before_a_request_that_was_made_while_neither_could_start(long seed) {
        newPromptWorld(seed);
        SimProcess owner = start(OWNERS_IP, config(ONCE));
        world.runUntil(at(9.5));
        owner.session.cut(3_000);
        world.runUntil(at(11));
        create(TREE.trigger(owner.machine.state().id()));
        world.runUntil(at(16));
        assertThat(sources()).as(this::history).containsExactly(RunSource.NORMAL_TRIGGER, RunSource.MANUAL_TRIGGER);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_mark_of_this_session_without_a_run_does_not_block_its_item(long seed) {
        newPromptWorld(seed);
        SimProcess owner = start(OWNERS_IP, config(ONCE));
        world.runUntil(at(7));
        Transaction mark = Transaction.builder()
                .create(TREE.running(0), "", Transaction.Mode.BOUND)
                .build();
        world.tree.commit(owner.session.id, mark, world.time());
        world.runUntil(at(14));
        assertThat(seconds()).as(this::history).isEqualTo(Map.of(10, 1));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void an_instance_that_leaves_does_not_wait_for_a_start_that_was_not_acknowledged(long seed) {
        newPromptWorld(seed);
        SimProcess owner = start(OWNERS_IP, config(ONCE));
        world.runUntil(at(9.5));
        owner.session.cutAfterSending("start", true, 2_000);
        world.runUntil(at(10.5));
        owner.leave();
        world.runUntil(at(15));
        assertThat(owner.left).as(this::history).isTrue();
        start(OWNERS_IP, config(ONCE));
        world.runUntil(at(20));
        assertThat(seconds()).as(this::history).isEqualTo(Map.of(10, 1));
    }

    // ---- back-to-back runs ----

    @ParameterizedTest
    @MethodSource("seeds")
    void a_fire_does_not_wait_until_runs_stop_following_one_another(long seed) {
        newPromptWorld(seed);
        behaviour.duration = run -> 300;
        behaviour.ended = process -> {
            if (world.now() < at(16)) {
                process.execute("at-" + world.now(), RunSource.ONE_OFF);
            }
        };
        SimProcess owner = start(OWNERS_IP, config(ONCE));
        world.runUntil(at(8));
        owner.execute("first", RunSource.ONE_OFF);
        world.runUntil(at(12));
        assertThat(seconds()).as(this::history).isEqualTo(Map.of(10, 1));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_run_that_was_interrupted_fails_over_before_the_next_request(long seed) {
        newPromptWorld(seed);
        behaviour.duration = run -> run.runId().equals("long") && run.attempt() == 1 ? 20_000 : 100;
        SimProcess owner = start(OWNERS_IP, config(""));
        world.runUntil(at(5));
        owner.execute("long", RunSource.ONE_OFF);
        world.runUntil(at(6));
        owner.session.cut(9_000);
        world.runUntil(at(14.9));
        owner.execute("next", RunSource.ONE_OFF);
        world.runUntil(at(20));
        assertThat(sources())
                .as(this::history)
                .containsExactly(RunSource.ONE_OFF, RunSource.FAILOVER, RunSource.ONE_OFF);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void the_end_of_a_run_that_failed_over_is_not_left_to_the_next(long seed) {
        newPromptWorld(seed);
        behaviour.ended = process -> {
            if (world.checks.all.size() == 2) {
                process.execute("next", RunSource.ONE_OFF);
            }
        };
        behaviour.duration = run -> run.attempt() == 1 && run.runId().equals("long") ? 60_000 : 1_000;
        SimProcess[] both = leaderAndOwner(config(""));
        both[0].execute("long", RunSource.ONE_OFF);
        world.runUntil(at(7));
        both[1].session.endAtRegistry();
        both[1].kill();
        world.runUntil(at(14));
        assertThat(sources())
                .as(this::history)
                .containsExactly(RunSource.ONE_OFF, RunSource.FAILOVER, RunSource.ONE_OFF);
        assertThat(exists(TREE.failoverMark(0))).as(this::history).isFalse();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_run_whose_mark_was_deleted_is_followed_by_one_with_a_mark(long seed) {
        newPromptWorld(seed);
        behaviour.duration = run -> 3_000;
        behaviour.ended = process -> {
            if (world.checks.all.size() == 1) {
                process.execute("next", RunSource.ONE_OFF);
            }
        };
        SimProcess owner = start(OWNERS_IP, config(""));
        world.runUntil(at(5));
        owner.execute("first", RunSource.ONE_OFF);
        world.runUntil(at(6));
        world.checks.markDeleted(0);
        delete(TREE.running(0));
        world.runUntil(at(10));
        assertThat(world.checks.all).as(this::history).hasSize(2);
        assertThat(exists(TREE.running(0))).as(this::history).isTrue();
    }

    // ---- failover ----

    /** A leader, the instance that runs the item and dies, and the next owner, which is cut off from then on. */
    private SimProcess[] runIsLostWhoseNextOwnerIsCutOff(String cron) {
        behaviour.duration = run -> run.source() == RunSource.FAILOVER ? 2_000 : 60_000;
        SimProcess leader = start("10.0.0.9", config(cron));
        world.runUntil(at(2));
        SimProcess next = start("10.0.0.5", config(cron));
        world.runUntil(at(3));
        SimProcess runs = start(OWNERS_IP, config(cron));
        world.runUntil(at(6));
        leader.execute("long", RunSource.ONE_OFF);
        world.runUntil(at(8));
        assertThat(world.checks.all.get(0).process()).isSameAs(runs);
        return new SimProcess[] {leader, next, runs};
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_lost_run_is_claimed_by_another_instance_two_seconds_after_it_was_offered_to_one_that_does_not(long seed) {
        newPromptWorld(seed);
        SimProcess[] all = runIsLostWhoseNextOwnerIsCutOff("");
        all[2].session.endAtRegistry();
        all[2].kill();
        all[1].session.cut(9_000);
        long offered = runUntilExists(TREE.failoverItem(0));
        world.runUntil(offered + 4_000);
        assertThat(last().run.source()).as(this::history).isEqualTo(RunSource.FAILOVER);
        assertThat(last().process()).isSameAs(all[0]);
        assertThat(last().begunAt - offered).isBetween(1_900L, 3_000L);
        assertThat(exists(TREE.failoverItem(0))).as("the offer").isFalse();
        assertThat(exists(TREE.failoverMark(0))).as("the mark of the failover").isTrue();
        world.runUntil(world.now() + 3_000);
        assertThat(exists(TREE.failoverMark(0))).as("the mark of the failover").isFalse();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void an_offer_that_another_program_deletes_is_made_again(long seed) {
        newPromptWorld(seed);
        SimProcess[] all = runIsLostWhoseNextOwnerIsCutOff("");
        all[2].session.endAtRegistry();
        all[2].kill();
        all[1].session.cut(9_000);
        runUntilExists(TREE.failoverItem(0));
        delete(TREE.failoverItem(0));
        long again = runUntilExists(TREE.failoverItem(0));
        world.runUntil(again + 4_000);
        assertThat(last().process()).as(this::history).isSameAs(all[0]);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_new_leader_finds_the_runs_that_were_lost_before(long seed) {
        newPromptWorld(seed);
        SimProcess[] all = runIsLostWhoseNextOwnerIsCutOff("");
        SimProcess newLeader = start("10.0.0.7", config(""));
        world.runUntil(at(10));
        for (SimProcess each : List.of(all[0], all[2])) {
            each.session.endAtRegistry();
            each.kill();
        }
        all[1].session.cut(9_000);
        world.runUntil(at(17));
        assertThat(last().run.source()).as(this::history).isEqualTo(RunSource.FAILOVER);
        assertThat(last().process()).isSameAs(newLeader);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_lost_run_is_not_claimed_while_a_fire_is_owed(long seed) {
        newPromptWorld(seed);
        behaviour.duration = run -> world.now() < at(12) ? 60_000 : 100;
        SimProcess[] both = leaderAndOwner(config(EVERY_TEN));
        world.runUntil(at(12));
        both[1].kill();
        world.runUntil(at(13));
        both[1].session.abandon();
        world.runUntil(at(20.5));
        both[1].session.endAtRegistry();
        world.runUntil(at(25));
        assertThat(sources()).as(this::history).containsExactly(RunSource.NORMAL_TRIGGER, RunSource.NORMAL_TRIGGER);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_lost_run_goes_before_a_request(long seed) {
        newPromptWorld(seed);
        SimProcess[] all = runIsLostWhoseNextOwnerIsCutOff("");
        all[0].execute("next", RunSource.ONE_OFF);
        world.runUntil(at(10));
        all[2].session.endAtRegistry();
        all[2].kill();
        world.runUntil(at(20));
        assertThat(sources())
                .as(this::history)
                .containsExactly(RunSource.ONE_OFF, RunSource.FAILOVER, RunSource.ONE_OFF);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void an_offer_is_deleted_where_nothing_fails_over(long seed) {
        newPromptWorld(seed);
        start(OWNERS_IP, unmonitored(true));
        world.runUntil(at(5));
        create(TREE.failoverItem(0));
        world.runUntil(at(7));
        assertThat(exists(TREE.failoverItem(0))).as(this::history).isFalse();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_run_that_ends_after_another_one_was_started_is_reported_with_its_token(long seed) {
        newPromptWorld(seed);
        behaviour.stubborn = 1;
        behaviour.duration = run -> run.source() == RunSource.FAILOVER ? 100 : 25_000;
        SimProcess[] both = leaderAndOwner(config(""));
        both[0].execute("long", RunSource.ONE_OFF);
        world.runUntil(at(7));
        long token = last().run.token();
        both[1].session.cut(17_000);
        world.runUntil(at(40));
        assertThat(sources()).as(this::history).containsExactly(RunSource.ONE_OFF, RunSource.FAILOVER);
        assertThat(messages("its late writes have token " + token))
                .as(this::history)
                .hasSize(1);
    }

    // ---- interrupted runs ----

    @ParameterizedTest
    @MethodSource("seeds")
    void code_that_returns_after_an_interrupt_is_abandoned_and_fails_over_though_an_offer_exists(long seed) {
        newPromptWorld(seed);
        behaviour.stubborn = 1;
        behaviour.duration = run -> run.source() == RunSource.FAILOVER ? 100 : 12_000;
        SimProcess owner = start(OWNERS_IP, config(""));
        world.runUntil(at(5));
        owner.execute("long", RunSource.ONE_OFF);
        world.runUntil(at(6));
        create(TREE.failoverItem(0));
        owner.session.cut(9_000);
        world.runUntil(at(25));
        assertThat(messages("is interrupted")).as(this::history).hasSize(1);
        assertThat(sources()).as(this::history).containsExactly(RunSource.ONE_OFF, RunSource.FAILOVER);
        assertThat(exists(TREE.failoverItem(0))).isFalse();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void code_that_ignores_its_interrupt_is_reported(long seed) {
        newPromptWorld(seed);
        behaviour.stubborn = 1;
        behaviour.duration = run -> 25_000;
        SimProcess owner = start(OWNERS_IP, config(""));
        world.runUntil(at(5));
        owner.execute("long", RunSource.ONE_OFF);
        world.runUntil(at(6));
        owner.session.cut(9_000);
        world.runUntil(at(29));
        assertThat(messages("has not ended 5 s after it was interrupted"))
                .as(this::history)
                .hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void nothing_starts_while_the_session_is_suspended(long seed) {
        newPromptWorld(seed);
        SimProcess owner = start(OWNERS_IP, config(ONCE));
        world.runUntil(at(9.9));
        owner.session.cut(3_000);
        world.runUntil(at(12.5));
        assertThat(messages("registry: start")).as(this::history).isEmpty();
        assertThat(messages("reads").stream()
                        .filter(line -> Double.parseDouble(line.strip().split(" ")[0]) > 9.5))
                .isEmpty();
        world.runUntil(at(15));
        assertThat(seconds()).isEqualTo(Map.of(10, 1));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void the_next_owner_waits_for_an_unmonitored_run_of_an_instance_that_leaves(long seed) {
        newPromptWorld(seed);
        behaviour.duration = run -> world.now() < at(15) ? 14_000 : 100;
        SimProcess[] both = leaderAndOwner(unmonitored(true));
        world.runUntil(at(12));
        both[1].leave();
        world.runUntil(at(28));
        assertThat(seconds()).as(this::history).isEqualTo(Map.of(10, 1, 20, 1));
        assertThat(last().begunAt).isGreaterThan(at(23));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void runs_that_follow_one_another_stop_within_a_second_when_their_item_is_disabled(long seed) {
        newPromptWorld(seed);
        behaviour.ended = process -> {
            if (world.now() < at(20)) {
                process.execute("at-" + world.now(), RunSource.ONE_OFF);
            }
        };
        SimProcess owner = start(OWNERS_IP, config(""));
        world.runUntil(at(5));
        owner.execute("first", RunSource.ONE_OFF);
        world.runUntil(at(8));
        create(TREE.disabled(0));
        world.runUntil(at(9.5));
        int runs = world.checks.all.size();
        world.runUntil(at(12));
        assertThat(world.checks.all).as(this::history).hasSize(runs);
    }

    // ---- clocks ----

    @ParameterizedTest
    @MethodSource("seeds")
    void an_instance_whose_clock_is_ahead_runs_its_fires_on_time(long seed) {
        newPromptWorld(seed);
        SimProcess owner = start(OWNERS_IP, config(EVERY_TEN));
        owner.setClock(20_000);
        world.runUntil(at(25));
        assertThat(seconds()).as(this::history).isEqualTo(Map.of(10, 1, 20, 1));
        assertThat(world.checks.all)
                .allSatisfy(each -> assertThat(each.begunAt % 10_000)
                        .as("after its time less half a second")
                        .isBetween(9_000L, 9_999L));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_fire_does_not_wait_for_the_next_commit_when_the_clock_of_the_registry_was_corrected(long seed) {
        newPromptWorld(seed);
        world.registryClock = -30_000;
        start(OWNERS_IP, config(ONCE));
        world.runUntil(at(6));
        world.registryClock = 0;
        world.runUntil(at(18));
        assertThat(seconds()).as(this::history).isEqualTo(Map.of(10, 1));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_clock_that_differs_from_the_registrys_is_reported_once(long seed) {
        newPromptWorld(seed);
        start(OWNERS_IP, config("")).setClock(-90_000);
        world.runUntil(at(25));
        assertThat(messages("behind the registry's; fires are late"))
                .as(this::history)
                .hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_job_that_is_registered_while_the_clock_of_the_registry_is_far_ahead_runs_its_fires(long seed) {
        newPromptWorld(seed);
        world.registryClock = 3_600_000;
        start(OWNERS_IP, config(ONCE));
        world.runUntil(at(15));
        assertThat(seconds()).as(this::history).isEqualTo(Map.of(10, 1));
    }

    // ---- what the application knows ----

    @ParameterizedTest
    @MethodSource("seeds")
    void an_instance_owns_nothing_while_its_server_is_disabled_or_the_epoch_is_closed(long seed) {
        newPromptWorld(seed);
        behaviour.duration = run -> 60_000;
        SimProcess[] both = leaderAndOwner(config(""));
        both[1].execute("long", RunSource.ONE_OFF);
        world.runUntil(at(7));
        both[0].session.cut(3_000);
        set(TREE.server(OWNERS_IP), JobTree.DISABLED);
        world.runUntil(at(8));
        assertThat(messages("P2   owns")).as(this::history).last().asString().endsWith("owns []");
        set(TREE.server(OWNERS_IP), JobTree.ENABLED);
        world.runUntil(at(12));
        assertThat(messages("P2   owns")).as(this::history).last().asString().endsWith("owns [0]");
        edit(SimConfig.config("", 2, true, true, true, false));
        world.runUntil(at(14));
        assertThat(epoch().open()).isFalse();
        assertThat(messages("P2   owns")).as(this::history).last().asString().endsWith("owns []");
    }
}
