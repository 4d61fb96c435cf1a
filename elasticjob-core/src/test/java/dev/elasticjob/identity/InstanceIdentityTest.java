package dev.elasticjob.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.spi.JobInstance;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InstanceIdentityTest {

    @Test
    void a_fresh_id_is_address_pid_and_incarnation() {
        InstanceIdentity identity = InstanceIdentity.fresh("10.0.0.1");
        assertThat(identity.id())
                .matches("10\\.0\\.0\\.1@-@" + ProcessHandle.current().pid() + "-[0-9a-v]{13}")
                .hasToString(identity.toString());
        assertThat(identity.isOurs()).isTrue();
        assertThat(identity.toJobInstance()).isEqualTo(new JobInstance(identity.id(), "10.0.0.1"));
    }

    @Test
    void every_join_has_a_new_id_although_address_and_pid_are_the_same() {
        Set<String> ids = Stream.generate(
                        () -> InstanceIdentity.fresh("10.0.0.1").id())
                .parallel()
                .limit(100_000)
                .collect(Collectors.toSet());
        assertThat(ids).hasSize(100_000);
    }

    @ParameterizedTest
    @CsvSource({"0, 0000000000000", "1, 0000000000001", "-1, fvvvvvvvvvvvv", "9223372036854775807, 7vvvvvvvvvvvv"})
    void an_incarnation_holds_64_bits_in_13_characters(long random, String incarnation) {
        assertThat(InstanceIdentity.incarnationOf(random)).isEqualTo(incarnation);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.1@-@99-3f9c", "2001:db8:0:0:0:0:0:1@-@7-0000000000001", "my-host@-@99-a"})
    void an_id_of_this_engine_is_recognised(String id) {
        assertThat(InstanceIdentity.parse(id)).hasValueSatisfying(identity -> {
            assertThat(identity.isOurs()).isTrue();
            assertThat(identity.id()).isEqualTo(id);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.1@-@99", "my-host@-@99", "0:0:0:0:0:0:0:1@-@1"})
    void an_id_of_another_engine_is_recognised(String id) {
        assertThat(InstanceIdentity.parse(id)).hasValueSatisfying(identity -> {
            assertThat(identity.isOurs()).isFalse();
            assertThat(identity.id()).isEqualTo(id);
            assertThat(identity.toJobInstance().serverIp()).isEqualTo(id.substring(0, id.indexOf('@')));
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "10.0.0.1",
                "@-@99",
                "10.0.0.1@-@",
                "10.0.0.1@-@pid",
                "10.0.0.1@-@99-",
                "10.0.0.1@-@99-3F",
                "a@-@b@-@99",
                "10.0.0.1@-@99999999999999999999"
            })
    void anything_else_is_no_id(String text) {
        assertThat(InstanceIdentity.parse(text)).isEmpty();
    }
}
