package dev.elasticjob.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.registry.Transaction;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What earlier drafts of the rules got wrong, played step by step: the same decision code, in the simulator's world, with
 * nothing left to chance but delays, and those from many seeds.
 */
class EasilyGotWrongTest extends SimScenario {

    private static final JobConfiguration ONE_OFF = SimConfig.config("", 1, true, true, true, false);

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 50);
    }

    /** One run a second, from this one on. */
    private void executeMoreThanARecordRemembers(SimProcess process, int second) {
        for (int i = 1; i <= 6; i++) {
            process.execute("later-" + i, RunSource.ONE_OFF);
            world.runUntil(at(second + i));
        }
    }

    /** Owns the only item, and runs it for a minute when the leader has assigned it; it is 8 seconds past then. */
    private SimProcess startThatRunsLongFor(SimProcess leader) {
        behaviour.duration = run -> run.source() == RunSource.ONE_OFF ? 60_000 : 100;
        world.runUntil(at(3));
        SimProcess owner = start("10.0.0.1", ONE_OFF);
        world.runUntil(at(5));
        leader.execute("long", RunSource.ONE_OFF);
        world.runUntil(at(8));
        assertThat(world.checks.all.get(0).process()).isSameAs(owner);
        return owner;
    }

    // ---- 1: waiting without an event ----

    @ParameterizedTest
    @MethodSource("seeds")
    void an_instant_that_came_during_a_run_elsewhere_is_run_by_the_new_owner_as_soon_as_that_has_ended(long seed) {
        newWorld(seed);
        JobConfiguration daily = SimConfig.config("10 0 0 * * ?", 1, false, true, true, false);
        behaviour.duration = run -> run.source() == RunSource.ONE_OFF ? 20_000 : 100;
        SimProcess a = start("10.0.0.2", daily);
        world.runUntil(at(5));
        a.execute("long", RunSource.ONE_OFF);
        world.runUntil(at(12));
        SimProcess b = start("10.0.0.1", daily);
        world.runUntil(at(40));
        assertThat(seconds()).as(this::history).isEqualTo(new TreeMap<>(java.util.Map.of(10, 1)));
        SimProcess.Execution late = world.checks.all.get(world.checks.all.size() - 1);
        assertThat(late.process()).isSameAs(b);
        long ended = world.checks.all.get(0).begunAt + 20_000;
        assertThat(late.begunAt - ended).as("after the end of A's run").isLessThan(3_000);
    }

    // ---- 2: orphan against leaver ----

    @ParameterizedTest
    @MethodSource("seeds")
    void a_leaver_that_drains_is_left_alone_and_one_that_dies_meanwhile_is_taken_over_once(long seed) {
        newWorld(seed);
        behaviour.duration = run -> run.source() == RunSource.ONE_OFF ? 30_000 : 100;
        SimProcess a = start("10.0.0.1", ONE_OFF);
        world.runUntil(at(3));
        SimProcess b = start("10.0.0.2", ONE_OFF);
        world.runUntil(at(5));
        b.execute("long", RunSource.ONE_OFF);
        world.runUntil(at(8));
        assertThat(world.checks.all).hasSize(1);
        assertThat(world.checks.all.get(0).process()).isSameAs(a);
        a.leave();
        world.runUntil(at(15));
        assertThat(world.checks.all).as(this::history).hasSize(1);
        assertThat(world.tree.children(TREE.failoverItems())).isEmpty();
        a.kill();
        world.runUntil(at(45));
        assertThat(world.checks.all).as(this::history).hasSize(2);
        assertThat(world.checks.all.get(1).process()).isSameAs(b);
        assertThat(world.checks.all.get(1).run.source()).isEqualTo(RunSource.FAILOVER);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_leader_reads_once_before_it_takes_a_lost_run_over(long seed) {
        newWorld(seed);
        SimProcess leader = start("10.0.0.2", ONE_OFF);
        SimProcess a = startThatRunsLongFor(leader);
        a.kill();
        int before = world.history().size();
        world.runUntil(at(40));
        List<String> since = world.history().subList(before, world.history().size());
        List<String> ofLeader = since.stream()
                .filter(line -> line.contains(leader.name + "   "))
                .takeWhile(line -> !line.contains("begins: FAILOVER"))
                .toList();
        assertThat(world.checks.all.get(1).run.source()).isEqualTo(RunSource.FAILOVER);
        assertThat(ofLeader.stream().filter(line -> line.contains("reads")))
                .as(this::history)
                .hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_run_that_is_lost_while_its_item_is_disabled_is_taken_over_as_soon_as_it_is_enabled(long seed) {
        newWorld(seed);
        SimProcess b = start("10.0.0.2", ONE_OFF);
        SimProcess a = startThatRunsLongFor(b);
        operator(Transaction.builder().create(TREE.disabled(0), "", Transaction.Mode.PERSISTENT));
        a.kill();
        world.runUntil(at(40));
        assertThat(world.checks.all).as(this::history).hasSize(1);
        operator(Transaction.builder().delete(TREE.disabled(0), Transaction.ANY_VERSION));
        world.runUntil(at(43));
        assertThat(world.checks.all).as(this::history).hasSize(2);
        assertThat(world.checks.all.get(1).process()).isSameAs(b);
        assertThat(world.checks.all.get(1).run.source()).isEqualTo(RunSource.FAILOVER);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void what_an_instance_was_asked_for_while_it_owned_nothing_is_nothing_when_it_owns_items(long seed) {
        newWorld(seed);
        SimProcess leader = start("10.0.0.3", ONE_OFF);
        world.runUntil(at(3));
        SimProcess b = start("10.0.0.2", ONE_OFF);
        world.runUntil(at(4));
        String server = TREE.server("10.0.0.2");
        operator(Transaction.builder().set(server, JobTree.DISABLED, Transaction.ANY_VERSION));
        world.runUntil(at(7));
        operator(Transaction.builder()
                .create(TREE.trigger(leader.machine.state().id()), "", Transaction.Mode.PERSISTENT)
                .create(TREE.trigger(b.machine.state().id()), "", Transaction.Mode.PERSISTENT));
        world.runUntil(at(9));
        executeMoreThanARecordRemembers(leader, 9);
        // It is notified that it is enabled when it owns items already.
        b.session.cut(2_000);
        operator(Transaction.builder().set(server, JobTree.ENABLED, Transaction.ANY_VERSION));
        world.runUntil(at(22));
        assertThat(epoch().owner(0)).contains(b.machine.state().id());
        assertThat(world.checks.all.stream().filter(each -> each.run.source() == RunSource.MANUAL_TRIGGER))
                .as(this::history)
                .hasSize(1);
        assertThat(world.tree.children(TREE.triggers())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void an_item_that_is_disabled_does_not_go_on_with_requests_that_waited(long seed) {
        newWorld(seed);
        JobConfiguration config = SimConfig.config("", 2, true, true, true, false);
        behaviour.duration = run -> 1_500;
        start("10.0.0.1", config);
        world.runUntil(at(3));
        SimProcess b = start("10.0.0.2", config);
        world.runUntil(at(5));
        for (int i = 1; i <= 6; i++) {
            b.execute("asked-" + i, RunSource.ONE_OFF);
        }
        world.runUntil(at(6));
        operator(Transaction.builder().create(TREE.disabled(0), "", Transaction.Mode.PERSISTENT));
        world.runUntil(at(25));
        assertThat(world.checks.all.stream().filter(each -> each.run.item() == 0))
                .as(this::history)
                .hasSize(1);
        assertThat(world.checks.all.stream().filter(each -> each.run.item() == 1))
                .hasSize(6);
    }

    // ---- runs that follow one another at once ----

    private static final JobConfiguration THREE_ITEMS = SimConfig.config("", 3, true, true, true, false);
    private int wanted;

    /** The application wants the next as soon as all items of the last have ended, so many times. */
    private void executeAgainAndAgain(SimProcess process, int times) {
        wanted = 1;
        behaviour.ended = ended -> {
            if (wanted < times && ended.executions.isEmpty()) {
                wanted++;
                String runId = "run-" + wanted;
                world.after(0, () -> ended.execute(runId, RunSource.ONE_OFF));
            }
        };
        process.execute("run-1", RunSource.ONE_OFF);
    }

    private void assertThatAllRanOnceAndEnded(int times) {
        for (int item = 0; item < 3; item++) {
            int each = item;
            assertThat(world.checks.all.stream()
                            .filter(run -> run.run.item() == each)
                            .map(run -> run.run.runId()))
                    .as(this::history)
                    .containsExactlyElementsOf(IntStream.rangeClosed(1, times)
                            .mapToObj(number -> "run-" + number)
                            .toList());
            assertThat(world.tree.node(TREE.running(item))).isEmpty();
            assertThat(record(item).stateOf("run-" + times)).contains(RunRecord.State.DONE);
        }
    }

    private long commits(String what) {
        return world.history().stream()
                .filter(line -> line.contains("registry: " + what + " ["))
                .count();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void the_start_of_a_run_records_the_end_of_the_one_it_follows_at_once(long seed) {
        newWorld(seed);
        SimProcess only = start("10.0.0.1", THREE_ITEMS);
        world.runUntil(at(3));
        executeAgainAndAgain(only, 20);
        world.runUntil(at(20));
        assertThatAllRanOnceAndEnded(20);
        assertThat(commits("start")).as(this::history).isEqualTo(20);
        assertThat(commits("finish")).as("ends that no start has recorded").isLessThanOrEqualTo(4);
    }

    static Stream<Arguments> unansweredFollowUps() {
        return Stream.of(true, false)
                .flatMap(landed -> Stream.of(2_000, 22_000)
                        .flatMap(down -> LongStream.rangeClosed(1, 15)
                                .mapToObj(seed -> Arguments.of(landed ? "landed" : "did not land", down, seed))));
    }

    @ParameterizedTest
    @MethodSource("unansweredFollowUps")
    void a_run_that_follows_another_runs_once_and_so_does_that_when_the_answer_is_lost(
            String landed, int down, long seed) {
        newWorld(seed);
        SimProcess only = start("10.0.0.1", THREE_ITEMS);
        world.runUntil(at(3));
        executeAgainAndAgain(only, 6);
        world.runUntil(at(3.5));
        only.session.cutAfterSending("start", landed.equals("landed"), down);
        world.runUntil(at(50));
        assertThat(history()).contains("connection lost");
        assertThatAllRanOnceAndEnded(6);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void an_item_that_is_disabled_runs_no_longer_than_a_second_with_runs_that_follow_one_another(long seed) {
        newWorld(seed);
        SimProcess only = start("10.0.0.1", THREE_ITEMS);
        world.runUntil(at(3));
        executeAgainAndAgain(only, 50);
        world.runUntil(at(5));
        operator(Transaction.builder().create(TREE.disabled(0), "", Transaction.Mode.PERSISTENT));
        world.runUntil(at(20));
        assertThat(world.checks.all.stream().filter(each -> each.run.item() == 0 && each.begunAt > at(6.3)))
                .as(this::history)
                .isEmpty();
        assertThat(world.checks.all.stream().filter(each -> each.run.item() == 1))
                .hasSize(50);
    }

    // ---- 3: unknown outcomes ----

    static Stream<Arguments> unknownOutcomes() {
        return Stream.of("join", "start", "finish")
                .flatMap(what -> Stream.of(true, false)
                        .flatMap(landed -> LongStream.rangeClosed(1, 15)
                                .mapToObj(seed -> Arguments.of(what, landed ? "landed" : "did not land", seed))));
    }

    @ParameterizedTest
    @MethodSource("unknownOutcomes")
    void a_commit_whose_answer_is_lost_runs_each_item_once_for_each_instant(String what, String landed, long seed) {
        newWorld(seed);
        JobConfiguration config = SimConfig.config("0/5 * * * * ?", 2, true, true, true, false);
        SimProcess only = start("10.0.0.1", config);
        only.session.cutAfterSending(what, landed.equals("landed"), 2_000);
        world.runUntil(at(22));
        assertThat(history()).contains("connection lost");
        assertThat(seconds().values()).as(this::history).containsOnly(1);
        assertThat(seconds().keySet()).contains(10, 15, 20);
        for (int item = 0; item < 2; item++) {
            assertThat(world.tree.node(TREE.running(item))).isEmpty();
            assertThat(record(item).isStarted()).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({"true, 1", "true, 2", "true, 3", "true, 4", "false, 1", "false, 2", "false, 3", "false, 4"})
    void a_claim_whose_answer_is_lost_is_run_once(boolean landed, long seed) {
        newWorld(seed);
        behaviour.duration = run -> run.source() == RunSource.ONE_OFF ? 60_000 : 100;
        SimProcess a = start("10.0.0.1", ONE_OFF);
        world.runUntil(at(3));
        SimProcess b = start("10.0.0.2", ONE_OFF);
        world.runUntil(at(5));
        b.execute("long", RunSource.ONE_OFF);
        world.runUntil(at(8));
        a.kill();
        b.session.cutAfterSending("start", landed, 2_000);
        world.runUntil(at(45));
        assertThat(history()).contains("connection lost");
        assertThat(world.checks.all).as(this::history).hasSize(2);
        assertThat(world.checks.all.get(1).run.source()).isEqualTo(RunSource.FAILOVER);
        assertThat(world.tree.node(TREE.running(0))).isEmpty();
        assertThat(world.tree.children(TREE.failoverItems())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"true, 1", "true, 2", "true, 3", "true, 4", "false, 1", "false, 2", "false, 3", "false, 4"})
    void a_request_whose_answer_is_lost_is_served_once_however_much_is_asked_for_since(boolean landed, long seed) {
        newWorld(seed);
        SimProcess a = start("10.0.0.1", ONE_OFF);
        world.runUntil(at(3));
        SimProcess b = start("10.0.0.2", ONE_OFF);
        world.runUntil(at(5));
        b.session.cutAfterSending("request runs", landed, 12_000);
        b.execute("unacknowledged", RunSource.ONE_OFF);
        world.runUntil(at(6));
        assertThat(history()).contains("connection lost");
        executeMoreThanARecordRemembers(a, 6);
        world.runUntil(at(30));
        assertThat(world.checks.all.stream().filter(each -> each.run.runId().equals("unacknowledged")))
                .as(this::history)
                .hasSize(1);
        assertThat(world.checks.all).hasSize(7);
    }

    @ParameterizedTest
    @CsvSource({"true, 1", "true, 2", "true, 3", "true, 4", "false, 1", "false, 2", "false, 3", "false, 4"})
    void a_start_whose_answer_is_lost_with_the_session_is_not_made_again_when_nobody_can_tell(
            boolean landed, long seed) {
        newWorld(seed);
        SimProcess a = start("10.0.0.1", ONE_OFF);
        world.runUntil(at(3));
        SimProcess b = start("10.0.0.2", ONE_OFF);
        world.runUntil(at(5));
        a.session.cutAfterSending("start", landed, 22_000);
        a.execute("unacknowledged", RunSource.ONE_OFF);
        world.runUntil(at(20));
        assertThat(history()).contains("connection lost", "session 100 ended by the registry");
        executeMoreThanARecordRemembers(b, 20);
        world.runUntil(at(45));
        assertThat(epoch().members()).hasSize(2);
        assertThat(world.checks.all.stream().filter(each -> each.run.runId().equals("unacknowledged")))
                .as(this::history)
                .hasSize(landed ? 1 : 0);
        assertThat(history()).contains("The outcome of starting run unacknowledged of item 0 is unknown");
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_folder_of_requests_that_somebody_removed_is_made_again_with_the_next(long seed) {
        newWorld(seed);
        start("10.0.0.1", ONE_OFF);
        world.runUntil(at(3));
        SimProcess b = start("10.0.0.2", ONE_OFF);
        world.runUntil(at(5));
        operator(Transaction.builder().delete(TREE.triggers(), Transaction.ANY_VERSION));
        b.execute("asked", RunSource.ONE_OFF);
        world.runUntil(at(9));
        assertThat(world.checks.all).as(this::history).hasSize(1);
        assertThat(world.tree.node(TREE.triggers())).isPresent();
    }

    // ---- 4: what is owed ----

    @ParameterizedTest
    @CsvSource({
        // A change at 9.4 s takes away what would have come at 10 s.
        "9.4, 5/10 * * * * ?, 15 25 35",
        // One at 11.5 s does not take away what has come.
        "11.5, 5/10 * * * * ?, 10 15 25 35",
        // A change of something else, at the very instant, changes nothing.
        "10.001, 0/10 * * * * ?, 10 20 30 40"
    })
    void an_edit_around_an_instant_decides_what_is_run(double second, String cron, String expected) {
        for (long seed : seeds().toArray()) {
            newWorld(seed);
            JobConfiguration before = SimConfig.config(EVERY_TEN, 1, false, true, true, false);
            start("10.0.0.1", before);
            world.runUntil(at(second));
            edit(SimConfig.config(cron, 1, true, true, true, false));
            world.runUntil(at(42));
            assertExactly(expected);
        }
    }

    private void assertExactly(String expected) {
        SortedMap<Integer, Integer> exactly = new TreeMap<>();
        Stream.of(expected.split(" ")).forEach(each -> exactly.put(Integer.valueOf(each), 1));
        assertThat(seconds()).as(this::history).isEqualTo(exactly);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void what_came_while_the_only_instance_was_restarted_is_run_when_it_is_back(long seed) {
        newWorld(seed);
        JobConfiguration config = SimConfig.config(EVERY_TEN, 1, false, false, true, false);
        SimProcess before = start("10.0.0.1", config);
        world.runUntil(at(9));
        before.leave();
        world.runUntil(at(13));
        start("10.0.0.1", config);
        world.runUntil(at(32));
        assertExactly("10 20 30");
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void an_instant_at_which_an_item_changes_hands_is_run_once_also_when_nothing_is_made_up_for(long seed) {
        newWorld(seed);
        changeHandsAtTen(SimConfig.config(EVERY_TEN, 1, false, false, true, false));
        assertExactly("10 20 30");
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void without_monitoring_an_owner_owes_only_what_comes_after_it_became_the_owner(long seed) {
        newWorld(seed);
        changeHandsAtTen(SimConfig.config(EVERY_TEN, 1, false, true, false, false));
        assertExactly("20 30");
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void an_instant_that_has_run_is_not_run_again_when_monitoring_is_switched_off(long seed) {
        newWorld(seed);
        start("10.0.0.1", SimConfig.config(EVERY_TEN, 1, false, true, true, false));
        world.runUntil(at(12));
        edit(SimConfig.config(EVERY_TEN, 1, false, true, false, false));
        world.runUntil(at(32));
        assertExactly("10 20 30");
    }

    private void changeHandsAtTen(JobConfiguration config) {
        SimProcess owner = start("10.0.0.1", config);
        world.runUntil(at(3));
        start("10.0.0.2", config);
        world.runUntil(at(9.998));
        owner.leave();
        world.runUntil(at(32));
    }

    // ---- 5: the closed epoch ----

    @ParameterizedTest
    @MethodSource("seeds")
    void a_total_changes_once_the_runs_of_the_old_one_have_ended_though_the_leader_dies_in_between(long seed) {
        newWorld(seed);
        JobConfiguration config = SimConfig.config("0/5 * * * * ?", 2, true, true, true, false);
        behaviour.duration = run -> run.item() == 1 && world.now() < at(9) ? 12_000 : 100;
        SimProcess leader = start("10.0.0.1", config);
        world.runUntil(at(3));
        SimProcess other = start("10.0.0.2", config);
        world.runUntil(at(9.999));
        edit(config.toBuilder().shardingTotalCount(3).buildUnchecked());
        world.runUntil(at(13));
        assertThat(epoch().open()).as(this::history).isFalse();
        leader.kill();
        world.runUntil(at(45));
        assertThat(epoch().open()).as(this::history).isTrue();
        assertThat(epoch().total()).isEqualTo(3);
        assertThat(epoch().members()).containsExactly(other.machine.state().id());
        List<Integer> totals = world.checks.all.stream()
                .map(each -> each.run.total())
                .distinct()
                .toList();
        assertThat(totals).isEqualTo(List.of(2, 3));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_total_that_is_set_back_opens_the_epoch_at_once_while_the_run_goes_on(long seed) {
        newWorld(seed);
        JobConfiguration config = SimConfig.config("0/5 * * * * ?", 2, true, true, true, false);
        behaviour.duration = run -> run.item() == 1 ? 20_000 : 100;
        start("10.0.0.1", config);
        world.runUntil(at(11));
        edit(config.toBuilder().shardingTotalCount(3).buildUnchecked());
        world.runUntil(at(13));
        assertThat(epoch().open()).as(this::history).isFalse();
        edit(config);
        world.runUntil(at(14.9));
        assertThat(epoch().open()).as(this::history).isTrue();
        assertThat(epoch().total()).isEqualTo(2);
        assertThat(world.tree.node(TREE.running(1))).isPresent();
        world.runUntil(at(16.9));
        assertThat(seconds()).containsEntry(15, 1);
    }
}
