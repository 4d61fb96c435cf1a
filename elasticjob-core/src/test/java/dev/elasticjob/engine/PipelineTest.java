package dev.elasticjob.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.engine.view.RunRecord;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Items that do not fit into one transaction. */
class PipelineTest {

    private static final int ITEMS = 40;
    private static final long INSTANT = 9_500;

    private final SimWorld world = new SimWorld(3, true);
    private final SimProcess.Behaviour behaviour = new SimProcess.Behaviour(world);

    @BeforeEach
    void fire() {
        world.largestTransaction = 6_667;
        behaviour.throwing = 0;
        behaviour.duration = run -> 1_000;
        JobConfiguration config = SimConfig.config("10 * * * * ?", ITEMS, false, true, true, false);
        new SimProcess(world, "P1", "10.0.0.1", config, behaviour, new SimConfig());
        world.runUntil(INSTANT + 5_000);
    }

    private List<String> commits(String what) {
        return world.history().stream()
                .filter(line -> line.contains("registry: " + what + " ["))
                .toList();
    }

    @Test
    void are_started_by_several_that_are_sent_one_behind_the_other_without_waiting() {
        assertThat(world.checks.all).hasSize(ITEMS);
        List<String> starts = commits("start");
        assertThat(starts).hasSizeGreaterThan(3).allMatch(line -> line.contains("committed"));
        int firstBegins = indexOf("begins:");
        assertThat(world.history().subList(0, firstBegins).stream()
                        .filter(line -> line.contains("registry: start ["))
                        .count())
                .as("starts that the registry got before the first of them was answered")
                .isGreaterThan(1);
    }

    private int indexOf(String text) {
        for (int i = 0; i < world.history().size(); i++) {
            if (world.history().get(i).contains(text)) {
                return i;
            }
        }
        throw new AssertionError("nothing " + text);
    }

    @Test
    void are_finished_in_transactions_that_are_small_enough() {
        assertThat(commits("finish")).hasSizeGreaterThan(1).allMatch(line -> line.contains("committed"));
        for (int item = 0; item < ITEMS; item++) {
            assertThat(RunRecord.decode(world.tree
                                    .node("/job/sharding/" + item)
                                    .orElseThrow()
                                    .text())
                            .run()
                            .orElseThrow()
                            .state())
                    .isEqualTo(RunRecord.State.DONE);
        }
    }

    @Test
    void are_offered_in_several_when_they_are_lost_and_all_of_them_are_taken_over() {
        SimWorld lossy = new SimWorld(4, true);
        lossy.largestTransaction = 2_000;
        SimProcess.Behaviour patient = new SimProcess.Behaviour(lossy);
        patient.throwing = 0;
        patient.duration = run -> run.attempt() == 1 ? 60_000 : 100;
        JobConfiguration config = SimConfig.config("10 * * * * ?", 2 * ITEMS, true, true, true, false);
        SimProcess first = process(lossy, "P1", config, patient);
        SimProcess killed = process(lossy, "P2", config, patient);
        SimProcess third = process(lossy, "P3", config, patient);
        lossy.runUntil(INSTANT + 2_000);
        killed.kill();
        lossy.runUntil(INSTANT + 45_000);
        List<String> offers = lossy.history().stream()
                .filter(line -> line.contains("create leader/failover/items/"))
                .toList();
        assertThat(offers)
                .as("transactions that offer lost runs to P3")
                .hasSizeGreaterThan(1)
                .allMatch(line -> line.contains("committed"));
        assertThat(count(lossy, "begins: FAILOVER"))
                .as("runs that were taken over")
                .isGreaterThan(ITEMS / 2)
                .isEqualTo(count(lossy, "P2   item "));
        assertThat(List.of(first, third)).allMatch(SimProcess::isUp);
    }

    private static long count(SimWorld world, String text) {
        return world.history().stream().filter(line -> line.contains(text)).count();
    }

    private static SimProcess process(
            SimWorld world, String name, JobConfiguration config, SimProcess.Behaviour behaviour) {
        return new SimProcess(world, name, "10.0.0." + name.charAt(1), config, behaviour, new SimConfig());
    }
}
