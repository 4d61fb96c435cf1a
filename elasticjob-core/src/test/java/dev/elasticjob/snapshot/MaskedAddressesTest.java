package dev.elasticjob.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MaskedAddressesTest {

    private final MaskedAddresses addresses = new MaskedAddresses();

    @Test
    void an_address_has_the_same_name_wherever_it_stands() {
        assertThat(addresses.mask("/job/servers/10.0.0.7")).isEqualTo("/job/servers/ip1");
        assertThat(addresses.mask("10.0.0.8@-@99-0f3k")).isEqualTo("ip2@-@99-0f3k");
        assertThat(addresses.mask("jobInstanceId: 10.0.0.7@-@1\nserverIp: 10.0.0.7\n"))
                .isEqualTo("jobInstanceId: ip1@-@1\nserverIp: ip1\n");
        assertThat(addresses.mask("http://10.0.0.8:8080/run?x=10.0.0.70.")).isEqualTo("http://ip2:8080/run?x=ip3.");
    }

    @Test
    void addresses_of_version_6_are_masked_too() {
        assertThat(addresses.mask("/job/servers/2001:db8::17")).isEqualTo("/job/servers/ip1");
        assertThat(addresses.mask("[2001:DB8::17]:80, fe80::1%eth0@-@7")).isEqualTo("[ip1]:80, ip2@-@7");
        assertThat(addresses.mask("1:2:3:4:5:6:7:8 and ::ffff:10.0.0.1")).isEqualTo("ip3 and ip4");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0 0/5 * * * ?",
                "at 12:30:15 o'clock",
                "2026-11-16T00:45:24.123Z",
                "version 1.2.3 of com.acme.Job$1",
                "300.1.1.1",
                "1.2.3.4.5",
                "0=A,1=B",
                "a :: b",
                ":.:",
                "abc:.:",
                "1:.:",
                "std::string"
            })
    void what_is_no_address_stays(String text) {
        assertThat(addresses.mask(text)).isEqualTo(text);
    }
}
