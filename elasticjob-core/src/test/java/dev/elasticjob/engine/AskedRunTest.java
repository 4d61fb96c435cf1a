package dev.elasticjob.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.engine.requests.RunProgress;
import dev.elasticjob.registry.Hint;
import org.junit.jupiter.api.Test;

class AskedRunTest {

    private final RunProgress run = new RunProgress("job", "one-off-1", 3);

    @Test
    void it_is_told_by_records_and_requests() {
        assertThat(run.dependsOn(new Hint("/job/sharding/2", false))).isTrue();
        assertThat(run.dependsOn(new Hint("/job/trigger/10.0.0.1@-@1-a", false)))
                .isTrue();
    }

    @Test
    void marks_tell_nothing_that_the_record_does_not() {
        assertThat(run.dependsOn(new Hint("/job/sharding/2/running", false))).isFalse();
    }

    @Test
    void what_may_have_changed_below_may_be_a_record() {
        assertThat(run.dependsOn(new Hint("/job/sharding", true))).isTrue();
        assertThat(run.dependsOn(new Hint("/job/sharding/2", true))).isTrue();
    }
}
