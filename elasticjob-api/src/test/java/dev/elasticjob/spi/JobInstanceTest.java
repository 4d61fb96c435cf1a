package dev.elasticjob.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import org.junit.jupiter.api.Test;

class JobInstanceTest {

    @Test
    void the_address_is_read_from_the_id() {
        assertThat(new JobInstance("10.0.0.7@-@99-0f3k").getServerIp()).isEqualTo("10.0.0.7");
        assertThat(new JobInstance("local").getServerIp()).isEqualTo("local");
    }

    @Test
    void a_missing_part_is_named() {
        assertThatNullPointerException().isThrownBy(() -> new JobInstance(null)).withMessageContaining("jobInstanceId");
        assertThatNullPointerException()
                .isThrownBy(() -> new JobInstance("a@-@1", null))
                .withMessageContaining("serverIp of the JobInstance 'a@-@1'");
    }
}
