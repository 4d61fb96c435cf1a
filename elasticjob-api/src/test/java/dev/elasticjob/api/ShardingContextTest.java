package dev.elasticjob.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the constructors that users call in tests of their jobs, as with ElasticJob 3.0. */
class ShardingContextTest {

    @Test
    void parameters_that_are_null_count_as_empty() {
        ShardingContext context = new ShardingContext("job", "task", 2, null, 1, null);

        assertThat(context.getJobParameter()).isEmpty();
        assertThat(context.getShardingParameter()).isEmpty();
    }

    @Test
    void a_missing_name_or_task_is_named() {
        assertThatNullPointerException()
                .isThrownBy(() -> new ShardingContext(null, "task", 1, "", 0, ""))
                .withMessageContaining("jobName");
        assertThatNullPointerException()
                .isThrownBy(() -> new ShardingContext("orders", null, 1, "", 0, ""))
                .withMessageContaining("taskId")
                .withMessageContaining("'orders'");
        assertThatNullPointerException()
                .isThrownBy(() -> new ShardingContexts(null, "orders", 1, "", Map.of()))
                .withMessageContaining("taskId")
                .withMessageContaining("'orders'");
    }

    @Test
    void contexts_have_the_constructors_of_elasticjob_3_0() {
        Map<Integer, String> parameters = new HashMap<>();
        parameters.put(1, null);
        parameters.put(0, "A");

        ShardingContexts contexts = new ShardingContexts("task", "job", 2, null, parameters, 10);

        assertThat(contexts.getShardingItemParameters()).containsExactly(Map.entry(0, "A"), Map.entry(1, ""));
        assertThat(contexts.getJobParameter()).isEmpty();
    }
}
