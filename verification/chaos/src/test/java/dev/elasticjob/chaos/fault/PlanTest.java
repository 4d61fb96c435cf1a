package dev.elasticjob.chaos.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.chaos.cluster.Cluster;
import dev.elasticjob.chaos.fault.Fault.Scope;
import dev.elasticjob.chaos.fault.Plan.Part;
import dev.elasticjob.chaos.fault.Plan.Step;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTest {

    private static final List<Fault> ALL = List.of(Fault.values());

    private static List<Step> steps(long seed, int count) {
        Plan plan = new Plan(ALL, seed);
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            steps.add(plan.next());
        }
        return steps;
    }

    @Test
    void the_same_seed_makes_the_same_plan_and_another_seed_another() {
        assertThat(steps(1, 100)).isEqualTo(steps(1, 100)).isNotEqualTo(steps(2, 100));
    }

    @Test
    void every_fault_comes_once_before_any_comes_again() {
        Plan plan = new Plan(ALL, 3);
        List<Fault> seen = new ArrayList<>();
        do {
            plan.next().parts().forEach(part -> seen.add(part.fault()));
        } while (!plan.isRoundOver());

        assertThat(seen).containsExactlyInAnyOrder(Fault.values());
    }

    @Test
    void two_faults_at_the_same_time_never_have_the_same_victim() {
        List<Step> pairs =
                steps(4, 1000).stream().filter(step -> step.parts().size() == 2).toList();

        assertThat(pairs).hasSizeGreaterThan(50).allSatisfy(step -> {
            Part one = step.parts().get(0);
            Part other = step.parts().get(1);
            assertThat(one.fault().scope()).isNotEqualTo(Scope.MEMBERS);
            assertThat(other.fault().scope()).isNotEqualTo(Scope.MEMBERS);
            if (one.fault().scope() == other.fault().scope()) {
                assertThat(one.fault().scope()).isEqualTo(Scope.WORKER);
                assertThat(one.victim()).isNotEqualTo(other.victim());
            }
        });
    }

    @Test
    void only_the_worker_with_a_clock_has_its_clock_set() {
        assertThat(steps(5, 1000).stream().flatMap(step -> step.parts().stream()))
                .filteredOn(part -> part.fault() == Fault.CLOCK)
                .isNotEmpty()
                .allSatisfy(part -> assertThat(part.victim()).isEqualTo(Cluster.USUAL - 1));
    }
}
