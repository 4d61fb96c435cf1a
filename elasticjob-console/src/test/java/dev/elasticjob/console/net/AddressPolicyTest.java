package dev.elasticjob.console.net;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Addresses to which the console may and may not connect. */
class AddressPolicyTest {

    private static void refused(AddressPolicy policy, String host, String word) {
        assertThatThrownBy(() -> policy.require("servers", host, 2181))
                .isInstanceOf(ForbiddenAddressException.class)
                .hasMessageContaining("servers")
                .hasMessageContaining(word);
    }

    private static void allowed(AddressPolicy policy, String host) {
        assertThatCode(() -> policy.require("servers", host, 2181)).doesNotThrowAnyException();
    }

    @Test
    void this_machine_is_reached_only_if_that_is_allowed() {
        allowed(new AddressPolicy(true, List.of()), "127.0.0.1");
        for (String host : List.of("127.0.0.1", "127.9.9.9", "localhost", "::1", "0:0:0:0:0:0:0:1")) {
            refused(new AddressPolicy(false, List.of()), host, "console.addresses.loopback");
        }
    }

    @Test
    void only_networks_that_are_named_are_reached_if_some_are() {
        AddressPolicy policy = new AddressPolicy(true, List.of("10.0.0.0/8", "192.168.4.0/22", "fd12:3456::/32"));
        allowed(policy, "10.255.0.1");
        allowed(policy, "192.168.7.255");
        allowed(policy, "fd12:3456:ffff::1");
        refused(policy, "192.168.8.0", "console.addresses.only");
        refused(policy, "11.0.0.1", "console.addresses.only");
        refused(policy, "127.0.0.1", "console.addresses.only");
        refused(policy, "fd12:3457::1", "console.addresses.only");
    }

    @Test
    void forbidden_addresses_stay_forbidden_in_a_listed_network() {
        refused(new AddressPolicy(true, List.of("169.254.0.0/16")), "169.254.169.254", "link-local");
    }

    @Test
    void reserved_addresses_and_translated_ones_are_not_reached() {
        AddressPolicy policy = new AddressPolicy(true, List.of());
        for (String host :
                List.of("255.255.255.255", "240.0.0.1", "0.1.2.3", "::ffff:0:169.254.169.254", "::ffff:0:10.0.0.1")) {
            refused(policy, host, "reserved");
        }
    }

    @Test
    void a_network_that_is_none_is_refused_by_name() {
        for (String network : List.of("10.0.0.0/33", "somewhere", "10.0.0.0/x", "10.0.0.0/-1")) {
            assertThatThrownBy(() -> new AddressPolicy(true, List.of(network)))
                    .hasMessageContaining("console.addresses.only")
                    .hasMessageContaining(network);
        }
    }
}
