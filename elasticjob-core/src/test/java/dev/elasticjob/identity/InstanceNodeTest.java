package dev.elasticjob.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.spi.JobInstance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstanceNodeTest {

    @Test
    void it_is_written_as_3_0_4_does() {
        assertThat(InstanceNode.encode(new JobInstance("10.0.0.1@-@99-3f9c", "10.0.0.1")))
                .isEqualTo("jobInstanceId: 10.0.0.1@-@99-3f9c\nserverIp: 10.0.0.1\n");
        assertThat(InstanceNode.encode(new JobInstance("fe80::1@-@99-3", "2001:db8::1")))
                .isEqualTo("jobInstanceId: fe80::1@-@99-3\nserverIp: 2001:db8::1\n");
        assertThat(InstanceNode.encode(new JobInstance("::1@-@99-3", "::1")))
                .isEqualTo("jobInstanceId: ::1@-@99-3\nserverIp: ::1\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"10.0.0.1", "2001:0:0:0:0:0:0:1", "1:2:3:4:5:6:7:8", "0:0:0:0:0:0:0:1", "fe80:0:0:0:1:2:3:4"})
    void it_comes_back_as_it_was(String address) {
        JobInstance instance = InstanceIdentity.fresh(address).toJobInstance();
        assertThat(InstanceNode.decode(instance.jobInstanceId(), InstanceNode.encode(instance)))
                .isEqualTo(instance);
    }

    @Test
    void a_server_address_that_is_not_in_the_id_is_believed() {
        assertThat(InstanceNode.decode("10.0.0.1@-@99", "jobInstanceId: x\nlabels: a\nserverIp: 10.9.9.9\n"))
                .isEqualTo(new JobInstance("10.0.0.1@-@99", "10.9.9.9"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "TRIGGER", "broken: [", "a: 1", "serverIp:", "- x", "serverIp: {a: b}"})
    void any_other_text_leaves_what_the_name_says(String text) {
        assertThat(InstanceNode.decode("10.0.0.1@-@99-3f9c", text))
                .isEqualTo(new JobInstance("10.0.0.1@-@99-3f9c", "10.0.0.1"));
    }

    @Test
    void a_name_that_is_no_id_is_its_own_address() {
        assertThat(InstanceNode.decode("odd", "")).isEqualTo(new JobInstance("odd", "odd"));
    }
}
