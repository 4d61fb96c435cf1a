package dev.elasticjob.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostAddressTest {

    private static final NetworkCard LO =
            new NetworkCard(1, "lo", "lo", true, true, false, false, List.of(address("127.0.0.1"), address("::1")));

    private static NetworkCard card(String name, String... addresses) {
        return new NetworkCard(
                2,
                name,
                name,
                true,
                false,
                false,
                false,
                Arrays.stream(addresses).map(HostAddressTest::address).toList());
    }

    private static NetworkCard down(NetworkCard card) {
        return new NetworkCard(
                card.index(), card.name(), card.displayName(), false, false, false, false, card.addresses());
    }

    /** Creates an address without a name, so that reading its name would need a name server. */
    private static InetAddress address(String literal) {
        try {
            return InetAddress.getByAddress(InetAddress.getByName(literal).getAddress());
        } catch (UnknownHostException impossible) {
            throw new IllegalArgumentException(impossible);
        }
    }

    private static String choose(NetworkCard... cards) {
        return HostAddress.choose(List.of(cards), "", "");
    }

    private static String choosePreferringIp(String ip, NetworkCard... cards) {
        return HostAddress.choose(List.of(cards), "", ip);
    }

    @Test
    void the_first_address_that_is_not_the_loopback_is_chosen() {
        assertThat(choose(LO, card("eth0", "10.0.0.1"), card("eth1", "10.0.0.2")))
                .isEqualTo("10.0.0.1");
    }

    @Test
    void an_interface_that_is_down_is_passed_over() {
        assertThat(choose(LO, down(card("eth0", "10.0.0.1")), card("eth1", "10.0.0.2")))
                .isEqualTo("10.0.0.2");
    }

    @Test
    void private_comes_before_public_before_link_local() {
        assertThat(choose(card("eth0", "169.254.1.1"), card("eth1", "203.0.113.5"), card("eth2", "192.168.1.1")))
                .isEqualTo("192.168.1.1");
        assertThat(choose(card("eth0", "169.254.1.1"), card("eth1", "203.0.113.5")))
                .isEqualTo("203.0.113.5");
    }

    @Test
    void ipv4_comes_before_ipv6() {
        assertThat(choose(card("eth0", "2001:db8::1", "10.0.0.1"))).isEqualTo("10.0.0.1");
        assertThat(choose(card("eth0", "2001:db8::1"), card("eth1", "10.0.0.1")))
                .isEqualTo("10.0.0.1");
    }

    @Test
    void a_global_ipv6_address_comes_before_a_link_local_one() {
        assertThat(choose(LO, card("eth0", "fe80::1", "2001:db8::1"))).isEqualTo("2001:db8:0:0:0:0:0:1");
    }

    @Test
    void a_link_local_ipv6_address_comes_before_the_loopback_only() {
        assertThat(choose(LO, card("eth0", "fe80::1"))).isEqualTo("fe80:0:0:0:0:0:0:1");
        assertThat(choose(LO, card("eth0", "fe80::1"), card("tun0", "10.8.0.2")))
                .isEqualTo("10.8.0.2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"docker0", "br-1a2b3c", "veth12", "virbr0", "tun0", "cni0", "wg0"})
    void bridges_and_tunnels_of_software_come_after_real_interfaces(String name) {
        assertThat(choose(LO, card(name, "172.17.0.1"), card("eth0", "203.0.113.5")))
                .isEqualTo("203.0.113.5");
        assertThat(choose(LO, card(name, "172.17.0.1"), card("eth0", "2001:db8::1")))
                .isEqualTo("2001:db8:0:0:0:0:0:1");
        assertThat(choose(LO, card(name, "172.17.0.1"))).isEqualTo("172.17.0.1");
    }

    @Test
    void virtual_and_point_to_point_interfaces_come_after_others() {
        NetworkCard pointToPoint =
                new NetworkCard(2, "ppp0", "ppp0", true, false, true, false, List.of(address("10.1.0.1")));
        NetworkCard virtual =
                new NetworkCard(3, "eth0:1", "eth0:1", true, false, false, true, List.of(address("10.2.0.1")));
        assertThat(choose(LO, pointToPoint, virtual, card("eth1", "203.0.113.5")))
                .isEqualTo("203.0.113.5");
        assertThat(choose(LO, pointToPoint, virtual)).isEqualTo("10.1.0.1");
    }

    @Test
    void the_loopback_is_the_last_resort() {
        assertThat(choose(LO, down(card("eth0", "10.0.0.1")))).isEqualTo("127.0.0.1");
        assertThat(choose()).isIn("127.0.0.1", "0:0:0:0:0:0:0:1");
    }

    @Test
    void addresses_that_are_none_of_a_host_are_passed_over() {
        assertThat(choose(card("eth0", "0.0.0.0", "224.0.0.1", "::", "ff02::1", "203.0.113.5")))
                .isEqualTo("203.0.113.5");
    }

    @Test
    void the_zone_of_an_ipv6_address_is_left_out() throws UnknownHostException {
        InetAddress scoped = Inet6Address.getByAddress(null, address("fe80::7").getAddress(), 3);
        assertThat(scoped.getHostAddress()).endsWith("%3");
        NetworkCard card = new NetworkCard(3, "eth0", "eth0", true, false, false, false, List.of(scoped));
        assertThat(choose(LO, card)).isEqualTo("fe80:0:0:0:0:0:0:7").doesNotContain("%", "/");
        assertThat(choosePreferringIp("fe80::7%eth0", card)).isEqualTo("fe80:0:0:0:0:0:0:7");
    }

    @Test
    void a_preferred_interface_is_used_whatever_it_is() {
        List<NetworkCard> cards = List.of(LO, card("eth0", "10.0.0.1"), card("docker0", "172.17.0.1"));
        assertThat(HostAddress.choose(cards, "docker0", "")).isEqualTo("172.17.0.1");
        assertThat(HostAddress.choose(cards, " lo ", "")).isEqualTo("127.0.0.1");
    }

    @Test
    void a_preferred_interface_may_be_given_by_the_name_that_people_see() {
        NetworkCard windows = new NetworkCard(
                7, "eth3", "Intel(R) Ethernet", true, false, false, false, List.of(address("10.0.0.9")));
        assertThat(HostAddress.choose(List.of(LO, card("eth0", "10.0.0.1"), windows), "Intel(R) Ethernet", ""))
                .isEqualTo("10.0.0.9");
    }

    @Test
    void the_name_of_a_preferred_interface_is_not_a_prefix() {
        List<NetworkCard> cards = List.of(card("eth10", "10.0.0.10"), card("eth1", "10.0.0.1"));
        assertThat(HostAddress.choose(cards, "eth1", "")).isEqualTo("10.0.0.1");
    }

    @Test
    void a_preferred_interface_that_is_not_there_is_an_error_that_lists_what_is() {
        assertThatIllegalStateException()
                .isThrownBy(() -> HostAddress.choose(
                        List.of(LO, card("eth0", "10.0.0.1"), down(card("eth1", "10.0.0.2"))), "eno1", ""))
                .withMessageContainingAll(
                        "elasticjob.preferred.network.interface=eno1",
                        "eth0 [10.0.0.1]",
                        "eth1 (down) [10.0.0.2]",
                        "lo [127.0.0.1, 0:0:0:0:0:0:0:1]",
                        "Correct the property");
    }

    @Test
    void a_preferred_interface_that_is_down_is_an_error() {
        assertThatIllegalStateException()
                .isThrownBy(() -> HostAddress.choose(List.of(LO, down(card("eth1", "10.0.0.2"))), "eth1", ""))
                .withMessageContaining("eth1 (down)");
    }

    @Test
    void a_preferred_address_is_exact_and_not_a_prefix() {
        assertThat(choosePreferringIp("10.0.0.1", card("eth0", "10.0.0.10", "10.0.0.1")))
                .isEqualTo("10.0.0.1");
        assertThatIllegalStateException()
                .isThrownBy(() -> choosePreferringIp("10.0.0.1", card("eth0", "10.0.0.10", "110.0.0.1", "10.0.001.1")))
                .withMessageContainingAll("elasticjob.preferred.network.ip=10.0.0.1", "10.0.0.10");
    }

    @Test
    void the_dots_of_a_preferred_address_are_dots() {
        assertThatIllegalStateException()
                .isThrownBy(() -> choosePreferringIp("10.0.0.1", card("eth0", "10.0.0.11", "10.0.0.21")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.168.*", "192\\.168\\..*", " 192.168.3.* ", "192.168.3.(7|8)", ".*\\.7"})
    void a_preferred_address_may_be_a_regular_expression(String pattern) {
        assertThat(choosePreferringIp(pattern, LO, card("eth0", "10.0.0.1"), card("eth1", "192.168.3.7")))
                .isEqualTo("192.168.3.7");
    }

    @Test
    void a_regular_expression_matches_the_whole_address() {
        assertThatIllegalStateException()
                .isThrownBy(() -> choosePreferringIp("0\\.0", card("eth0", "10.0.0.1")))
                .withMessageContaining("10.0.0.1");
    }

    @Test
    void among_several_matches_the_best_is_chosen() {
        assertThat(choosePreferringIp(".*", LO, card("docker0", "172.17.0.1"), card("eth0", "10.0.0.1")))
                .isEqualTo("10.0.0.1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2001:db8::1", "2001:DB8:0:0::1", "2001:db8:0:0:0:0:0:1", "2001:db8:.*"})
    void a_preferred_ipv6_address_may_be_written_in_any_way(String preferred) {
        assertThat(choosePreferringIp(preferred, card("eth0", "10.0.0.1", "2001:db8::1")))
                .isEqualTo("2001:db8:0:0:0:0:0:1");
    }

    @Test
    void a_preferred_ipv6_address_is_exact() {
        assertThatIllegalStateException()
                .isThrownBy(() -> choosePreferringIp("2001:db8::1", card("eth0", "2001:db8::10", "2001:db8::1:1")));
    }

    @Test
    void a_malformed_regular_expression_is_an_error_that_names_it() {
        assertThatIllegalStateException()
                .isThrownBy(() -> choosePreferringIp("192.168.(", card("eth0", "192.168.0.1")))
                .withMessageContainingAll(
                        "elasticjob.preferred.network.ip", "'192.168.('", "regular expression", "Write an address");
    }

    @Test
    void both_preferences_hold_together() {
        List<NetworkCard> cards = List.of(card("eth0", "10.0.0.1", "192.168.0.1"), card("eth1", "10.0.0.2"));
        assertThat(HostAddress.choose(cards, "eth0", "192.*")).isEqualTo("192.168.0.1");
        assertThatIllegalStateException()
                .isThrownBy(() -> HostAddress.choose(cards, "eth1", "192.*"))
                .withMessageContainingAll("interface=eth1 and elasticjob", "ip=192.*");
    }

    @Test
    void this_host_has_an_address_that_can_name_a_node() {
        assertThat(HostAddress.choose()).matches("[0-9a-f.:]+");
    }
}
