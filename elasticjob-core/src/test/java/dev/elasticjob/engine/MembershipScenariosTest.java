package dev.elasticjob.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.context.Phase;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.registry.Transaction;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How instances join and leave, and what is requested of them, played step by step. Only the delays of messages are random. */
class MembershipScenariosTest extends SimScenario {

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 3);
    }

    private static JobConfiguration overwriting(int total) {
        return SimConfig.config("", total, true, true, true, false).toBuilder()
                .overwrite(true)
                .buildUnchecked();
    }

    private JobConfiguration configInRegistry() {
        return text.read(
                TREE.config(), world.tree.node(TREE.config()).orElseThrow().text());
    }

    private String server(String ip) {
        return world.tree.node(TREE.server(ip)).orElseThrow().text();
    }

    // ---- joining ----

    @ParameterizedTest
    @MethodSource("seeds")
    void overwrite_applies_to_the_first_join_of_a_process_only(long seed) {
        newPromptWorld(seed);
        SimProcess first = start("10.0.0.9", overwriting(2));
        world.runUntil(at(3));
        edit(overwriting(4));
        world.runUntil(at(5));
        first.session.expire();
        world.runUntil(at(10));
        assertThat(first.machine.phase()).isEqualTo(Phase.JOINED);
        assertThat(configInRegistry().getShardingTotalCount()).as(this::history).isEqualTo(4);
        start("10.0.0.5", overwriting(3));
        world.runUntil(at(13));
        assertThat(configInRegistry().getShardingTotalCount()).as(this::history).isEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_new_server_is_disabled_if_the_configuration_says_so_or_all_others_are(long seed) {
        newPromptWorld(seed);
        start("10.0.0.9", config("").toBuilder().disabled(true).buildUnchecked());
        world.runUntil(at(2));
        assertThat(server("10.0.0.9")).as(this::history).isEqualTo(JobTree.DISABLED);
        start("10.0.0.5", config(""));
        world.runUntil(at(4));
        assertThat(server("10.0.0.5")).as(this::history).isEqualTo(JobTree.DISABLED);
        start("10.0.0.5", config(""));
        world.runUntil(at(5));
        assertThat(server("10.0.0.5")).as("at the next join").isEqualTo(JobTree.DISABLED);
        set(TREE.server("10.0.0.9"), JobTree.ENABLED);
        start("10.0.0.3", config(""));
        world.runUntil(at(7));
        assertThat(server("10.0.0.3")).as(this::history).isEqualTo(JobTree.ENABLED);
        assertThat(server("10.0.0.5")).isEqualTo(JobTree.DISABLED);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_join_conflicts_with_what_an_operator_sets_at_the_same_moment(long seed) {
        for (int delay = 0; delay < 16; delay++) {
            newPromptWorld(seed);
            start("10.0.0.9", config(""));
            world.runUntil(at(3));
            start("10.0.0.5", config(""));
            world.runUntil(at(3) + delay);
            boolean isRegistered = exists(TREE.server("10.0.0.5"));
            set(TREE.server("10.0.0.9"), JobTree.DISABLED);
            world.runUntil(at(8));
            assertThat(server("10.0.0.5"))
                    .as(this::history)
                    .isEqualTo(isRegistered ? JobTree.ENABLED : JobTree.DISABLED);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void an_instance_leaves_although_its_join_was_not_acknowledged(long seed) {
        newPromptWorld(seed);
        SimProcess joins = start("10.0.0.9", config(""));
        joins.session.cutAfterSending("join", true, 1_500);
        world.runUntil(at(1.5));
        joins.leave();
        world.runUntil(at(10));
        assertThat(joins.left).as(this::history).isTrue();
        assertThat(world.tree.children(TREE.instances())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void an_instance_joins_when_the_last_one_of_another_engine_has_left(long seed) {
        newPromptWorld(seed);
        SimProcess first = start("10.0.0.9", config(""));
        world.runUntil(at(2));
        String foreign = TREE.instance("10.0.0.1@-@77");
        operator(Transaction.builder().create(foreign, "", Transaction.Mode.BOUND));
        SimProcess waits = start("10.0.0.5", config(""));
        world.runUntil(at(6));
        assertThat(first.machine.phase()).isEqualTo(Phase.JOINED);
        assertThat(waits.machine.phase()).as(this::history).isEqualTo(Phase.JOINING);
        delete(foreign);
        world.runUntil(at(8));
        assertThat(waits.machine.phase()).as(this::history).isEqualTo(Phase.JOINED);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void an_instance_joins_when_the_configuration_can_be_used(long seed) {
        newPromptWorld(seed);
        start("10.0.0.9", config(""));
        world.runUntil(at(2));
        set(TREE.config(), "no configuration");
        SimProcess waits = start("10.0.0.5", config(""));
        world.runUntil(at(6));
        assertThat(waits.machine.phase()).as(this::history).isEqualTo(Phase.JOINING);
        assertThat(messages("so the job does not join")).hasSize(1);
        edit(config(""));
        world.runUntil(at(8));
        assertThat(waits.machine.phase()).as(this::history).isEqualTo(Phase.JOINED);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void an_instance_that_leaves_while_it_joins_is_no_member_afterwards(long seed) {
        for (int delay = 0; delay < 20; delay++) {
            newPromptWorld(seed);
            SimProcess joins = start("10.0.0.9", config(""));
            world.runUntil(delay);
            joins.leave();
            world.runUntil(at(5));
            assertThat(joins.left).as(this::history).isTrue();
            assertThat(world.tree.children(TREE.instances())).as(this::history).isEmpty();
        }
    }

    // ---- leaving ----

    @ParameterizedTest
    @MethodSource("seeds")
    void an_instance_that_leaves_gives_up_its_idle_items_and_keeps_its_runs_up_to_two_limits(long seed) {
        newPromptWorld(seed);
        behaviour.stubborn = 1;
        behaviour.duration = run -> 60_000;
        SimProcess other = start("10.0.0.9", SimConfig.config("", 2, true, true, true, false));
        world.runUntil(at(2));
        create(TREE.disabled(1));
        other.execute("long", RunSource.ONE_OFF);
        world.runUntil(at(3));
        SimProcess next = start("10.0.0.5", SimConfig.config("", 2, true, true, true, false));
        world.runUntil(at(4));
        other.leave();
        world.runUntil(at(5));
        assertThat(exists(TREE.instance(other.machine.state().id())))
                .as(this::history)
                .isFalse();
        assertThat(epoch().itemsOf(next.machine.state().id())).as(this::history).containsExactly(0, 1);
        assertThat(exists(TREE.running(0))).isTrue();
        world.runUntil(at(15.5));
        assertThat(messages("is interrupted")).as(this::history).isEmpty();
        world.runUntil(at(16.5));
        assertThat(messages("is interrupted")).as(this::history).hasSize(1);
        assertThat(other.left).isFalse();
        world.runUntil(at(21.5));
        assertThat(other.left).as(this::history).isTrue();
        assertThat(messages("its run fails over when the session ends")).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void an_instance_without_runs_leaves_within_seconds_although_the_registry_does_not_answer(long seed) {
        newPromptWorld(seed);
        SimProcess leaves = start("10.0.0.9", config(""));
        world.runUntil(at(3));
        leaves.session.cut(20_000);
        leaves.leave();
        world.runUntil(at(5.5));
        assertThat(leaves.left).as(this::history).isFalse();
        world.runUntil(at(6.5));
        assertThat(leaves.left).as(this::history).isTrue();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_removed_job_ends_everywhere_and_is_not_registered_again_by_an_instance_that_rejoins(long seed) {
        newPromptWorld(seed);
        SimProcess member = start("10.0.0.9", config(""));
        SimProcess lost = start("10.0.0.5", config(""));
        world.runUntil(at(4));
        lost.session.cut(1_000);
        lost.session.endAtRegistry();
        world.checks.jobRemoved();
        operator(SimFeatures.deletion(world, TREE.job()));
        world.runUntil(at(12));
        assertThat(member.left).as(this::history).isTrue();
        assertThat(lost.left).as(this::history).isTrue();
        assertThat(exists(TREE.job())).isFalse();
    }

    // ---- repairs ----

    @ParameterizedTest
    @MethodSource("seeds")
    void the_node_of_a_server_that_another_program_deleted_is_recreated(long seed) {
        newPromptWorld(seed);
        start("10.0.0.9", config(""));
        world.runUntil(at(3));
        delete(TREE.server("10.0.0.9"));
        world.runUntil(at(5));
        assertThat(server("10.0.0.9")).as(this::history).isEqualTo(JobTree.ENABLED);
    }

    // ---- requests ----

    @ParameterizedTest
    @MethodSource("seeds")
    void a_request_that_can_never_run_is_deleted_and_reported(long seed) {
        newPromptWorld(seed);
        SimProcess owner = start("10.0.0.9", config(""));
        world.runUntil(at(3));
        create(TREE.disabled(0));
        create(TREE.trigger(owner.machine.state().id()));
        world.runUntil(at(5));
        assertThat(world.tree.children(TREE.triggers())).as(this::history).isEmpty();
        assertThat(messages("are disabled or no longer exist")).hasSize(1);
        assertThat(world.checks.all).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_request_for_items_that_a_smaller_total_removes_is_deleted_and_reported(long seed) {
        newPromptWorld(seed);
        behaviour.duration = run -> 10_000;
        SimProcess owner = start("10.0.0.9", SimConfig.config("", 3, true, true, true, false));
        world.runUntil(at(3));
        owner.execute("first", RunSource.ONE_OFF);
        world.runUntil(at(4));
        owner.execute("second", RunSource.ONE_OFF);
        world.runUntil(at(6));
        edit(config(""));
        world.runUntil(at(30));
        assertThat(epoch().total()).isEqualTo(1);
        assertThat(world.tree.children(TREE.triggers())).as(this::history).isEmpty();
        assertThat(messages("are disabled or no longer exist")).isNotEmpty();
        assertThat(world.checks.all.stream()
                        .filter(each -> each.run.runId().equals("second"))
                        .map(each -> each.run.item()))
                .as(this::history)
                .containsExactly(0);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void an_operators_request_made_before_an_epoch_lists_the_instance_is_for_what_it_owns_then(long seed) {
        newPromptWorld(seed);
        SimProcess leader = start("10.0.0.9", config(""));
        world.runUntil(at(3));
        leader.session.lag(2_000, 3_000);
        SimProcess joins = start(OWNERS_IP, config(""));
        world.runUntil(at(3.5));
        create(TREE.trigger(joins.machine.state().id()));
        world.runUntil(at(4.5));
        assertThat(world.checks.all).isEmpty();
        world.runUntil(at(9));
        assertThat(sources()).as(this::history).containsExactly(RunSource.MANUAL_TRIGGER);
        assertThat(last().process()).isSameAs(joins);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void an_operators_request_of_an_instance_that_is_lost_is_for_the_items_that_it_owned(long seed) {
        newPromptWorld(seed);
        SimProcess[] both = leaderAndOwner(config(""));
        both[1].kill();
        create(TREE.trigger(both[1].machine.state().id()));
        both[1].session.endAtRegistry();
        world.runUntil(at(10));
        assertThat(sources()).as(this::history).containsExactly(RunSource.MANUAL_TRIGGER);
        assertThat(last().process()).isSameAs(both[0]);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void the_word_trigger_in_the_node_of_an_instance_requests_its_items(long seed) {
        newPromptWorld(seed);
        SimProcess owner = start("10.0.0.9", config(""));
        world.runUntil(at(3));
        set(TREE.instance(owner.machine.state().id()), JobTree.TRIGGER_WORD);
        world.runUntil(at(5));
        assertThat(sources()).as(this::history).containsExactly(RunSource.MANUAL_TRIGGER);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void an_operators_request_moves_with_the_items_that_its_instance_owned(long seed) {
        newPromptWorld(seed);
        behaviour.duration = run -> 5_000;
        SimProcess first = start("10.0.0.9", config(""));
        world.runUntil(at(3));
        first.execute("long", RunSource.ONE_OFF);
        world.runUntil(at(4));
        create(TREE.trigger(first.machine.state().id()));
        SimProcess next = start(OWNERS_IP, config(""));
        world.runUntil(at(14));
        assertThat(sources()).as(this::history).containsExactly(RunSource.ONE_OFF, RunSource.MANUAL_TRIGGER);
        assertThat(last().process()).isSameAs(next);
    }
}
