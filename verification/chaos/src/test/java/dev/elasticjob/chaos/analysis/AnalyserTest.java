package dev.elasticjob.chaos.analysis;

import static dev.elasticjob.witness.TriedJob.FAST;
import static dev.elasticjob.witness.TriedJob.SLOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.chaos.analysis.Finding.Kind;
import dev.elasticjob.chaos.record.Event;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Verifies that the analysis counts each kind of violation and accepts the permitted behaviour. */
class AnalyserTest {

    private static Map<Kind, Long> counts(Story story) {
        return story.analysed().findings().stream()
                .collect(Collectors.groupingBy(Finding::kind, Collectors.counting()));
    }

    @Test
    void where_nothing_goes_wrong_nothing_is_found() {
        Report report = Story.calm().analysed();

        assertThat(report.findings()).isEmpty();
        assertThat(report.instants()).isEqualTo(29 * 6 + 2 * 3);
        assertThat(report.runs()).isEqualTo(29 * 6 + 2 * 3);
        assertThat(counts(Story.calmAndSilent())).isEmpty();
    }

    // ---- lost ----

    @Test
    void a_fire_without_a_run_is_lost() {
        assertThat(counts(Story.calm().without(FAST, 2, 30, 30))).containsOnly(Map.entry(Kind.LOST, 1L));
        assertThat(counts(Story.calm().without(SLOW, 1, 20, 20))).containsOnly(Map.entry(Kind.LOST, 1L));
        assertThat(counts(Story.calmAndSilent().without(FAST, 2, 30, 33))).containsOnly(Map.entry(Kind.LOST, 2L));
    }

    @Test
    void a_fire_is_not_lost_while_its_owner_is_dead() {
        Story story = Story.calm()
                .event(23.9, Event.Kind.KILLING, 1)
                .event(23.9, Event.Kind.GONE, 1)
                .event(29.5, Event.Kind.OWNERS, "fast open 6 0:2 1:2 2:2 3:3 4:3 5:3")
                .event(29.5, Event.Kind.OWNERS, "slow open 3 0:2 1:2 2:3")
                .withoutRunsOf(1, 23, 28);

        assertThat(counts(story)).isEmpty();
        assertThat(counts(story.without(FAST, 4, 26, 26)))
                .as("one whose owner lived")
                .containsOnly(Map.entry(Kind.LOST, 1L));
        assertThat(counts(story.without(FAST, 0, 30, 30)))
                .as("one that the new owner could run")
                .containsOnly(Map.entry(Kind.LOST, 2L));
    }

    @Test
    void a_fire_is_not_lost_while_the_registry_is_down_or_the_owner_is_cut_off_or_paused() {
        assertThat(counts(Story.calm()
                        .event(23, Event.Kind.REGISTRY_DOWN, "")
                        .event(25, Event.Kind.REGISTRY_UP, "")
                        .withoutRunsOf(1, 23, 26)
                        .withoutRunsOf(2, 23, 26)
                        .withoutRunsOf(3, 23, 26)))
                .isEmpty();
        assertThat(counts(Story.calm()
                        .event(23, Event.Kind.UNREACHABLE, 2)
                        .event(25, Event.Kind.REACHABLE, 2)
                        .withoutRunsOf(2, 23, 26)))
                .isEmpty();
        assertThat(counts(Story.calm()
                        .event(23, Event.Kind.PAUSED, 2)
                        .event(25, Event.Kind.RESUMED, 2)
                        .withoutRunsOf(2, 23, 26)))
                .isEmpty();
        assertThat(counts(Story.calm()
                        .event(23, Event.Kind.PAUSED, 2)
                        .event(25, Event.Kind.RESUMED, 2)
                        .withoutRunsOf(2, 23, 26)
                        .without(FAST, 2, 48, 48)))
                .as("long afterwards")
                .containsOnly(Map.entry(Kind.LOST, 1L));
    }

    @Test
    void a_fire_is_not_lost_where_an_operator_or_a_clock_or_the_machine_prevented_its_run() {
        assertThat(counts(Story.calm()
                        .event(23, Event.Kind.ITEM_DISABLED, "fast 2")
                        .event(27, Event.Kind.ITEM_ENABLED, "fast 2")
                        .without(FAST, 2, 23, 27)))
                .isEmpty();
        assertThat(counts(Story.calm()
                        .event(23, Event.Kind.SERVER_DISABLED, 2)
                        .event(27, Event.Kind.SERVER_ENABLED, 2)
                        .withoutRunsOf(2, 23, 27)))
                .isEmpty();
        assertThat(counts(Story.calm()
                        .event(23, Event.Kind.OWNERS, "fast closed 6 0:1 1:1 2:2 3:2 4:3 5:3")
                        .event(27, Event.Kind.OWNERS, "fast open 6 0:1 1:1 2:2 3:2 4:3 5:3")
                        .without(FAST, 2, 23, 25)))
                .isEmpty();
        assertThat(counts(Story.calm()
                        .event(23, Event.Kind.CLOCK, "2 -10000")
                        .event(27, Event.Kind.CLOCK, "2 0")
                        .withoutRunsOf(2, 23, 35)))
                .isEmpty();
        assertThat(counts(Story.calm().event(27, Event.Kind.STALL, 4000).without(FAST, 2, 23, 27)))
                .isEmpty();
    }

    @Test
    void a_fire_is_not_lost_to_the_next_owner_when_a_clock_ahead_had_passed_it() {
        Story skipped = Story.calm()
                .event(23, Event.Kind.CLOCK, "2 10000")
                .event(25, Event.Kind.CLOCK, "2 0")
                .event(26, Event.Kind.OWNERS, "fast open 6 0:1 1:1 2:1 3:2 4:3 5:3")
                .without(FAST, 2, 24, 35);
        assertThat(counts(skipped)).as("no instance ran it in advance").containsKey(Kind.LOST);
        assertThat(counts(skipped.run(2, FAST, 2, 6, 34, 1, 24, 24.7, "done"))).isEmpty();
    }

    @Test
    void nothing_is_lost_while_the_machine_is_paused_and_the_pause_is_reported() {
        Story story = Story.calm().event(27, Event.Kind.STALL, 1000).withoutRunsOf(1, 26, 36);

        assertThat(counts(story)).isEmpty();
        assertThat(Duration.ofNanos(story.analysed().stalled()).toSeconds()).isEqualTo(13);
        assertThat(counts(story.without(FAST, 0, 44, 44))).as("long afterwards").containsOnly(Map.entry(Kind.LOST, 1L));
    }

    @Test
    void a_registry_that_is_down_does_not_count_as_a_paused_machine() {
        Report report = Story.calm()
                .event(25, Event.Kind.REGISTRY_DOWN, "")
                .event(27, Event.Kind.REGISTRY_UP, "")
                .event(27, Event.Kind.STALL, 1500)
                .analysed();

        assertThat(report.stalled()).isZero();
    }

    @Test
    void a_fire_is_not_lost_while_a_run_of_a_lost_process_holds_the_item() {
        Story story = Story.calm()
                .event(22.5, Event.Kind.OWNERS, "fast open 6 0:1 1:1 2:3 3:2 4:3 5:3")
                .event(22.6, Event.Kind.KILLING, 2)
                .event(22.6, Event.Kind.GONE, 2)
                .event(27, Event.Kind.OWNERS, "fast open 6 0:1 1:1 2:3 3:1 4:3 5:3")
                .event(27, Event.Kind.OWNERS, "slow open 3 0:1 1:1 2:3")
                .without(FAST, 2, 22, 27)
                .without(FAST, 3, 22, 27)
                .run(2, FAST, 2, 6, 22, 1, 22.1, 0, "none")
                .run(2, FAST, 3, 6, 22, 1, 22.1, 0, "none");

        assertThat(counts(story)).isEmpty();
    }

    // ---- doubled ----

    @Test
    void a_fire_that_runs_again_after_it_was_completed_is_doubled() {
        assertThat(counts(Story.calm().run(3, FAST, 2, 6, 30, 2, 31, 31.7, "done")))
                .containsOnly(Map.entry(Kind.DOUBLED, 1L));
        assertThat(counts(Story.calmAndSilent().run(3, FAST, 2, 6, 30, 1, 31, 31.7, "done")))
                .containsOnly(Map.entry(Kind.DOUBLED, 1L));
    }

    @Test
    void a_run_that_threw_counts_as_completed() {
        assertThat(counts(Story.calmAndSilent()
                        .without(FAST, 2, 30, 30)
                        .run(2, FAST, 2, 6, 30, 1, 30, 30.3, "failed")
                        .run(2, FAST, 2, 6, 30, 1, 31, 31.7, "done")))
                .containsOnly(Map.entry(Kind.DOUBLED, 1L));
    }

    @Test
    void a_completed_run_whose_end_could_not_be_recorded_may_be_repeated() {
        assertThat(counts(Story.calmAndSilent()
                        .event(30.8, Event.Kind.KILLING, 2)
                        .event(30.8, Event.Kind.GONE, 2)
                        .run(3, FAST, 2, 6, 30, 1, 31, 31.7, "done")))
                .containsEntry(Kind.REPEATED, 1L)
                .doesNotContainKey(Kind.DOUBLED);
    }

    @Test
    void a_process_that_was_terminated_had_time_to_record_the_end() {
        assertThat(counts(Story.calmAndSilent()
                        .event(30.8, Event.Kind.LEAVING, 2)
                        .event(30.9, Event.Kind.GONE, 2)
                        .run(3, FAST, 2, 6, 30, 1, 31, 31.7, "done")))
                .containsEntry(Kind.DOUBLED, 1L);
    }

    @Test
    void an_engine_that_reports_nothing_gets_the_benefit_of_the_doubt() {
        assertThat(counts(Story.calmAndSilent()
                        .event(30.9, Event.Kind.TRIGGER, "slow")
                        .asked(1, SLOW, 0, 31)
                        .asked(2, SLOW, 1, 31)
                        .asked(3, SLOW, 2, 31)))
                .as("requested")
                .isEmpty();
        assertThat(counts(Story.calmAndSilent().without(FAST, 2, 30, 30).run(2, FAST, 2, 6, 32, 1, 32.8, 33.5, "done")))
                .as("late by more than a period")
                .isEmpty();
        assertThat(counts(Story.calmAndSilent()
                        .without(FAST, 2, 20, 20)
                        .run(2, FAST, 2, 6, 20, 1, 20.01, 20.3, "interrupted")
                        .run(3, FAST, 2, 6, 24, 1, 24.8, 25.5, "done")))
                .as("taken over later")
                .isEmpty();
    }

    // ---- at the same time ----

    @Test
    void an_item_in_two_processes_at_once_is_counted() {
        Report report =
                Story.calm().run(3, FAST, 2, 6, 29, 1, 30.5, 31.2, "done").analysed();

        assertThat(report.count(Kind.OVERLAP)).isEqualTo(1);
        assertThat(report.broken()).hasSize(1);
        assertThat(Duration.ofNanos(report.longest(Kind.OVERLAP)).toMillis()).isEqualTo(210);
    }

    @Test
    void a_paused_process_may_continue_briefly_if_its_token_is_rejected() {
        Story story = Story.calm()
                .without(FAST, 2, 20, 60)
                .without(FAST, 3, 20, 60)
                .without(SLOW, 1, 20, 60)
                .event(19, Event.Kind.ITEM_DISABLED, "fast 2")
                .event(19, Event.Kind.ITEM_DISABLED, "fast 3")
                .event(19, Event.Kind.ITEM_DISABLED, "slow 1")
                .event(20.2, Event.Kind.PAUSED, 2)
                .event(30.2, Event.Kind.RESUMED, 2)
                .run(2, FAST, 2, 6, 20, 1, 20, 30.3, "interrupted");

        assertThat(counts(story)).isEmpty();
        assertThat(counts(story.run(3, FAST, 2, 6, 26, 1, 26, 26.7, "done")))
                .as("it was paused all the time")
                .isEmpty();
        assertThat(counts(story.run(3, FAST, 2, 6, 30, 1, 30, 30.7, "done")))
                .containsOnly(Map.entry(Kind.OVERLAP_REFUSABLE, 1L));
        assertThat(counts(story.run(1, FAST, 2, 6, 29, 1, 29.9, 30.4, "done", 19_000)))
                .containsEntry(Kind.OVERLAP_NOT_REFUSABLE, 1L);
    }

    @Test
    void a_killed_process_runs_nothing_any_more() {
        assertThat(counts(Story.calm()
                        .event(30.3, Event.Kind.KILLING, 2)
                        .event(30.3, Event.Kind.GONE, 2)
                        .event(34, Event.Kind.OWNERS, "fast open 6 0:1 1:1 2:1 3:3 4:3 5:3")
                        .event(34, Event.Kind.OWNERS, "slow open 3 0:1 1:1 2:3")
                        .without(FAST, 2, 30, 35)
                        .without(FAST, 3, 30, 33)
                        .run(2, FAST, 2, 6, 30, 1, 30, 0, "none")
                        .run(1, FAST, 2, 6, 34, 1, 34.5, 35.2, "done")))
                .isEmpty();
    }

    @Test
    void a_token_that_does_not_grow_is_counted() {
        assertThat(counts(Story.calm().without(FAST, 2, 30, 30).run(2, FAST, 2, 6, 30, 1, 30, 30.7, "done", 1)))
                .containsOnly(Map.entry(Kind.TOKEN, 1L));
    }

    @Test
    void items_of_different_totals_at_once_are_counted() {
        assertThat(counts(Story.calm().run(3, FAST, 7, 9, 30, 1, 30.3, 30.4, "done")))
                .containsOnly(Map.entry(Kind.TOTALS, 6L));
    }

    // ---- failed over, requested, stuck ----

    @Test
    void a_lost_run_that_does_not_fail_over_is_an_orphan() {
        Story story = Story.calm()
                .event(22, Event.Kind.KILLING, 2)
                .event(22, Event.Kind.GONE, 2)
                .event(27.5, Event.Kind.OWNERS, "fast open 6 0:1 1:1 2:1 3:3 4:3 5:3")
                .event(27.5, Event.Kind.OWNERS, "slow open 3 0:1 1:1 2:3")
                .without(FAST, 2, 22, 27)
                .without(FAST, 3, 22, 27)
                .without(SLOW, 1, 20, 20)
                .run(2, SLOW, 1, 3, 20, 1, 20, 0, "none");

        assertThat(counts(story)).containsOnly(Map.entry(Kind.ORPHAN, 1L));
        Story taken = story.run(1, SLOW, 1, 3, 20, 2, 27.5, 31.5, "done");
        assertThat(counts(taken)).isEmpty();
        assertThat(taken.analysed().takeOvers()).isEqualTo(1);
    }

    @Test
    void a_requested_item_that_did_not_run_is_counted() {
        Story story = Story.calm()
                .event(31, Event.Kind.TRIGGER, "slow")
                .asked(1, SLOW, 0, 31.1)
                .asked(2, SLOW, 1, 31.1);

        assertThat(counts(story)).containsEntry(Kind.TRIGGER, 1L);
    }

    @Test
    void an_item_that_does_not_run_although_an_instance_is_live_is_stuck() {
        Story story = Story.calm()
                .event(20, Event.Kind.OWNERS, "fast open 6 0:1 1:1 2:- 3:2 4:3 5:3")
                .without(FAST, 2, 20, 60);

        assertThat(counts(story)).containsOnly(Map.entry(Kind.STUCK, 1L));
        assertThat(Duration.ofNanos(story.analysed().longestGap()).toSeconds()).isBetween(40L, 42L);
    }

    @Test
    void processes_that_hang_or_die_are_counted() {
        assertThat(counts(Story.calm().event(61, Event.Kind.HANGS, 2).event(30, Event.Kind.DIED, 9)))
                .containsOnly(Map.entry(Kind.HANGS, 1L), Map.entry(Kind.DIED, 1L));
    }

    @Test
    void the_time_to_recover_is_until_every_item_has_run_again() {
        Report report = Story.calm()
                .event(22, Event.Kind.FAULT_BEGIN, "1 kill")
                .event(23, Event.Kind.FAULT_CLEAR, "1 kill")
                .event(24, Event.Kind.FAULT_END, "1 kill")
                .without(FAST, 2, 23, 27)
                .analysed();

        assertThat(report.faults()).containsOnly(Map.entry("kill", 1));
        assertThat(report.recoveries().get("kill"))
                .singleElement()
                .satisfies(
                        nanos -> assertThat(Duration.ofNanos(nanos).toMillis()).isEqualTo(5010));
        assertThat(report.findings())
                .allSatisfy(each -> assertThat(each.fault()).isEqualTo("kill"));
    }
}
