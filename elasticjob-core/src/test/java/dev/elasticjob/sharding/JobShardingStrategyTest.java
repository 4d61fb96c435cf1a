package dev.elasticjob.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.spi.Extensions;
import dev.elasticjob.spi.JobInstance;
import dev.elasticjob.spi.JobShardingStrategy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobShardingStrategyTest {

    private static final JobInstance A = new JobInstance("10.0.0.1@-@1-a", "10.0.0.1");
    private static final JobInstance B = new JobInstance("10.0.0.2@-@1-b", "10.0.0.2");
    private static final JobInstance C = new JobInstance("10.0.0.3@-@1-c", "10.0.0.3");
    private static final List<JobInstance> ALL = List.of(A, B, C);

    private static Map<JobInstance, List<Integer>> share(String type, String jobName, int total) {
        return Extensions.find(JobShardingStrategy.class, type).orElseThrow().sharding(ALL, jobName, total);
    }

    @Test
    void average_gives_ranges_and_the_remainder_one_each_from_the_first_on() {
        assertThat(share("AVG_ALLOCATION", "any", 9))
                .isEqualTo(Map.of(A, List.of(0, 1, 2), B, List.of(3, 4, 5), C, List.of(6, 7, 8)));
        assertThat(share("AVG_ALLOCATION", "any", 8))
                .isEqualTo(Map.of(A, List.of(0, 1, 6), B, List.of(2, 3, 7), C, List.of(4, 5)));
        assertThat(share("AVG_ALLOCATION", "any", 10))
                .isEqualTo(Map.of(A, List.of(0, 1, 2, 9), B, List.of(3, 4, 5), C, List.of(6, 7, 8)));
    }

    @Test
    void odevity_goes_up_for_an_even_hash_and_down_for_an_odd_one() {
        assertThat("b".hashCode() % 2).isZero();
        assertThat("a".hashCode() % 2).isNotZero();
        assertThat(share("ODEVITY", "b", 2)).isEqualTo(Map.of(A, List.of(0), B, List.of(1), C, List.of()));
        assertThat(share("ODEVITY", "a", 2)).isEqualTo(Map.of(C, List.of(0), B, List.of(1), A, List.of()));
    }

    @Test
    void round_robin_begins_with_the_instance_that_the_name_says() {
        assertThat("a".hashCode()).isEqualTo(97);
        assertThat(share("ROUND_ROBIN", "a", 3)).isEqualTo(Map.of(B, List.of(0), C, List.of(1), A, List.of(2)));
    }

    @Test
    void round_robin_counts_the_hash_without_an_absolute_value_as_zero() {
        assertThat(RoundRobinByNameJobShardingStrategy.first(Integer.MIN_VALUE, 3))
                .isZero();
        assertThat(RoundRobinByNameJobShardingStrategy.first(-4, 3)).isEqualTo(1);
    }

    @Test
    void single_sharding_balance_begins_as_average() {
        assertThat(share("SINGLE_SHARDING_BALANCE", "any", 1))
                .isEqualTo(Map.of(A, List.of(0), B, List.of(), C, List.of()));
    }

    @Test
    void fewer_items_than_instances_leave_some_idle() {
        assertThat(share("AVG_ALLOCATION", "any", 2)).isEqualTo(Map.of(A, List.of(0), B, List.of(1), C, List.of()));
    }
}
