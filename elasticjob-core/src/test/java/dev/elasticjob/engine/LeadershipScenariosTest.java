package dev.elasticjob.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.sharding.SingleShardingBalanceJobShardingStrategy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the leader does, played step by step. Only the delays of messages are random. */
class LeadershipScenariosTest extends SimScenario {

    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration WINDOW = Duration.ofSeconds(20);

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 3);
    }

    private static JobConfiguration total(int items) {
        return SimConfig.config(ONCE, items, true, true, true, false);
    }

    private String leader() {
        return world.tree.node(TREE.leaderInstance()).orElseThrow().text();
    }

    // ---- election ----

    @ParameterizedTest
    @MethodSource("seeds")
    void the_oldest_instance_leads_at_once_when_there_is_no_leader(long seed) {
        newPromptWorld(seed);
        SimProcess leader = start("10.0.0.9", config(""));
        world.runUntil(at(2));
        SimProcess oldest = start("10.0.0.7", config(""));
        world.runUntil(at(3));
        start("10.0.0.5", config(""));
        start("10.0.0.3", config(""));
        world.runUntil(at(5));
        leader.session.endAtRegistry();
        leader.kill();
        world.runUntil(at(5.3));
        assertThat(leader()).as(this::history).isEqualTo(oldest.machine.state().id());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void another_instance_leads_half_a_second_later_when_the_oldest_does_not(long seed) {
        newPromptWorld(seed);
        SimProcess leader = start("10.0.0.9", config(""));
        world.runUntil(at(2));
        SimProcess oldest = start("10.0.0.7", config(""));
        world.runUntil(at(3));
        SimProcess other = start("10.0.0.5", config(""));
        world.runUntil(at(5));
        oldest.session.cut(5_000);
        leader.session.endAtRegistry();
        leader.kill();
        world.runUntil(at(5.45));
        assertThat(exists(TREE.leaderInstance())).as(this::history).isFalse();
        world.runUntil(at(6.2));
        assertThat(leader()).as(this::history).isEqualTo(other.machine.state().id());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_fire_is_run_while_there_is_no_leader(long seed) {
        newPromptWorld(seed);
        SimProcess[] both = leaderAndOwner(config(ONCE));
        world.runUntil(at(7));
        both[0].kill();
        world.runUntil(at(10.1));
        assertThat(leader())
                .as("its session lives on")
                .isEqualTo(both[0].machine.state().id());
        assertThat(seconds()).as(this::history).isEqualTo(Map.of(10, 1));
        assertThat(last().process()).isSameAs(both[1]);
    }

    // ---- assignment ----

    @ParameterizedTest
    @MethodSource("seeds")
    void joins_are_coalesced_and_a_loss_is_not_waited_with(long seed) {
        newPromptWorld(seed);
        world.settings = settings(Duration.ofSeconds(4), Duration.ofMinutes(10), WINDOW, DAY);
        start("10.0.0.9", total(3));
        world.runUntil(at(3));
        long number = epoch().number();
        start("10.0.0.5", total(3));
        world.runUntil(at(5));
        SimProcess lost = start("10.0.0.3", total(3));
        world.runUntil(at(6.5));
        assertThat(epoch().number()).as(this::history).isEqualTo(number);
        world.runUntil(at(10));
        assertThat(epoch().members()).as(this::history).hasSize(3);
        assertThat(epoch().number()).isEqualTo(number + 1);
        lost.session.endAtRegistry();
        lost.kill();
        world.runUntil(at(11));
        assertThat(epoch().members()).as(this::history).hasSize(2);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void another_tool_requests_one_assignment_by_a_node_that_is_deleted_with_it(long seed) {
        newPromptWorld(seed);
        start("10.0.0.9", total(3));
        world.runUntil(at(3));
        for (String request : List.of(TREE.necessary(), TREE.processing())) {
            long number = epoch().number();
            create(request);
            world.runUntil(world.now() + 1_000);
            assertThat(epoch().number()).as(this::history).isEqualTo(number + 1);
            assertThat(exists(request)).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void instances_on_disabled_servers_and_of_another_engine_are_assigned_nothing(long seed) {
        newPromptWorld(seed);
        start("10.0.0.9", total(3));
        world.runUntil(at(2));
        SimProcess other = start("10.0.0.5", total(3));
        world.runUntil(at(3));
        set(TREE.server("10.0.0.5"), JobTree.DISABLED);
        operator(Transaction.builder()
                .create(TREE.server("10.0.0.1"), JobTree.ENABLED, Transaction.Mode.PERSISTENT)
                .create(TREE.instance("10.0.0.1@-@77"), "", Transaction.Mode.BOUND));
        world.runUntil(at(5));
        assertThat(epoch().members())
                .as(this::history)
                .hasSize(1)
                .doesNotContain(other.machine.state().id());
        assertThat(messages("Instances of another engine are members")).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void the_only_item_moves_on_after_each_run_with_single_sharding_balance(long seed) {
        newPromptWorld(seed);
        JobConfiguration rotating = config(EVERY_TEN).toBuilder()
                .jobShardingStrategyType(SingleShardingBalanceJobShardingStrategy.TYPE)
                .buildUnchecked();
        start("10.0.0.9", rotating);
        start("10.0.0.5", rotating);
        start("10.0.0.1", rotating);
        world.runUntil(at(38));
        assertThat(seconds()).as(this::history).isEqualTo(Map.of(10, 1, 20, 1, 30, 1));
        assertThat(world.checks.all.stream().map(SimProcess.Execution::process).distinct())
                .as(this::history)
                .hasSize(3);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void fires_of_a_time_in_which_all_servers_were_disabled_are_not_owed(long seed) {
        newPromptWorld(seed);
        start(OWNERS_IP, config(ONCE));
        world.runUntil(at(7));
        set(TREE.server(OWNERS_IP), JobTree.DISABLED);
        world.runUntil(at(13));
        set(TREE.server(OWNERS_IP), JobTree.ENABLED);
        world.runUntil(at(18));
        assertThat(epoch().owner(0)).isPresent();
        assertThat(seconds()).as(this::history).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void an_item_of_a_larger_total_owes_nothing_from_before_the_change(long seed) {
        newPromptWorld(seed);
        start(OWNERS_IP, total(1));
        world.runUntil(at(13));
        edit(total(3));
        world.runUntil(at(18));
        assertThat(epoch().total()).isEqualTo(3);
        assertThat(world.checks.all).as(this::history).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_run_that_delays_a_change_of_the_total_is_reported(long seed) {
        newPromptWorld(seed);
        behaviour.duration = run -> 40_000;
        SimProcess owner = start(OWNERS_IP, total(1));
        world.runUntil(at(3));
        owner.execute("long", RunSource.ONE_OFF);
        world.runUntil(at(5));
        edit(total(2));
        world.runUntil(at(14));
        assertThat(messages("waits for item 0")).as(this::history).isEmpty();
        world.runUntil(at(20));
        assertThat(messages("The change of shardingTotalCount to 2 waits for item 0"))
                .as(this::history)
                .hasSize(1);
    }

    // ---- cleaning up ----

    @ParameterizedTest
    @MethodSource("seeds")
    void owners_that_another_program_changed_are_published_again_by_the_next_full_read(long seed) {
        newPromptWorld(seed);
        world.settings = settings(Duration.ofMillis(20), Duration.ofSeconds(5), WINDOW, DAY);
        start(OWNERS_IP, total(1));
        world.runUntil(at(4));
        set(TREE.owner(0), "nobody");
        world.runUntil(at(18));
        assertThat(world.tree.node(TREE.owner(0)).orElseThrow().text())
                .as(this::history)
                .isEqualTo(epoch().owner(0).orElseThrow());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void nodes_of_items_beyond_a_smaller_total_are_deleted(long seed) {
        newPromptWorld(seed);
        start(OWNERS_IP, total(3));
        world.runUntil(at(4));
        assertThat(exists(TREE.item(2))).isTrue();
        edit(total(1));
        world.runUntil(at(8));
        assertThat(world.tree.children(TREE.items())).as(this::history).containsExactly("0");
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void an_enabled_server_is_deleted_when_no_instance_has_used_it_for_long_enough(long seed) {
        newPromptWorld(seed);
        world.settings = settings(Duration.ofMillis(20), Duration.ofMinutes(10), WINDOW, Duration.ofSeconds(8));
        start("10.0.0.9", total(1));
        world.runUntil(at(2));
        SimProcess leaves = start("10.0.0.5", total(1));
        world.runUntil(at(4));
        leaves.leave();
        world.runUntil(at(6));
        assertThat(exists(TREE.server("10.0.0.5"))).as("soon after").isTrue();
        world.runUntil(at(20));
        start("10.0.0.3", total(1));
        world.runUntil(at(23));
        assertThat(world.tree.children(TREE.servers())).as(this::history).containsExactly("10.0.0.3", "10.0.0.9");
        assertThat(messages("register the server again")).as("servers in use").isEmpty();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_deleted_epoch_is_recreated_as_it_was_with_a_total_that_is_being_changed(long seed) {
        newPromptWorld(seed);
        behaviour.duration = run -> 15_000;
        SimProcess owner = start(OWNERS_IP, total(1));
        world.runUntil(at(3));
        owner.execute("long", RunSource.ONE_OFF);
        world.runUntil(at(5));
        edit(total(2));
        world.runUntil(at(7));
        Epoch closed = epoch();
        assertThat(closed.open()).isFalse();
        world.checks.treeDeleted(TREE.epoch());
        Transaction.Builder deletion = Transaction.builder();
        world.tree
                .children(TREE.epoch())
                .forEach(child -> deletion.delete(TREE.epoch() + "/" + child, Transaction.ANY_VERSION));
        operator(deletion.delete(TREE.epoch(), Transaction.ANY_VERSION));
        world.runUntil(at(9));
        assertThat(epoch().open()).as(this::history).isFalse();
        assertThat(epoch().total()).isEqualTo(1);
        assertThat(messages("were deleted from the registry and are recreated")).isNotEmpty();
    }

    // ---- sizes ----

    @ParameterizedTest
    @MethodSource("seeds")
    void transactions_that_are_rejected_as_too_large_are_halved_until_they_fit(long seed) {
        newWorldWhoseRegistryTakes(30_000, seed);
        start(OWNERS_IP, total(100));
        world.runUntil(at(25));
        assertThat(messages("was rejected and is split")).as(this::history).isNotEmpty();
        assertThat(world.checks.all).as(this::history).hasSize(100);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_transaction_that_is_too_large_and_cannot_be_split_is_tried_once_a_minute(long seed) {
        newWorldWhoseRegistryTakes(1_000, seed);
        start(OWNERS_IP, total(1));
        world.runUntil(at(50));
        assertThat(messages("registry: join")).as(this::history).hasSizeBetween(2, 8);
        world.runUntil(at(80));
        assertThat(messages("registry: join")).as(this::history).hasSizeBetween(3, 9);
        assertThat(messages("was rejected and is split")).isNotEmpty();
    }
}
