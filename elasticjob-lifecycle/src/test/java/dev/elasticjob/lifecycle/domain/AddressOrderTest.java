package dev.elasticjob.lifecycle.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class AddressOrderTest {

    @Test
    void servers_are_ordered_by_the_numbers_of_their_addresses() {
        List<String> ordered = List.of(
                "9.255.255.255",
                "10.0.0.2",
                "10.0.0.10",
                "10.0.0.100",
                "10.0.2.1",
                "10.0.10.1",
                "192.168.0.1",
                "fe80::1");
        List<ServerBriefInfo> servers = new ArrayList<>();
        ordered.forEach(ip -> servers.add(new ServerBriefInfo(ip, List.of(), List.of(), 0)));
        Collections.reverse(servers);

        Collections.sort(servers);

        assertThat(servers).extracting(ServerBriefInfo::getServerIp).containsExactlyElementsOf(ordered);
    }

    @Test
    void only_the_same_address_compares_as_equal() {
        AddressOrder order = new AddressOrder();

        assertThat(order.compare("10.0.0.1", "10.0.0.1")).isZero();
        assertThat(order.compare("10.0.0.1", "10.0.0.01")).isNotZero();
        assertThat(order.compare("10.0.0.1", "10.0.0")).isPositive();
        assertThat(order.compare("10.0.0", "10.0.0.1")).isNegative();
        assertThat(order.compare("host", "10.0.0.1")).isPositive();
    }
}
