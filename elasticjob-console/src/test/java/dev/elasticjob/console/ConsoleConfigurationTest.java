package dev.elasticjob.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.console.net.AddressPolicy;
import dev.elasticjob.console.net.ForbiddenAddressException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.util.unit.DataSize;

/** Defaults that depend on the address on which the console listens. */
class ConsoleConfigurationTest {

    private final ConsoleConfiguration configuration = new ConsoleConfiguration();

    private static ServerProperties at(String address) throws UnknownHostException {
        ServerProperties server = new ServerProperties();
        server.setAddress(InetAddress.getByName(address));
        return server;
    }

    private AddressPolicy policy(ServerProperties server, Boolean loopback) {
        return configuration.addressPolicy(settings(loopback), server);
    }

    private static ConsoleSettings settings(Boolean loopback) {
        return new ConsoleSettings(
                Path.of("data"),
                List.of(),
                List.of(),
                new ConsoleSettings.Audit(DataSize.ofMegabytes(1), 1),
                new ConsoleSettings.Addresses(loopback, List.of()),
                Map.of(),
                Map.of());
    }

    @Test
    void the_address_of_a_client_is_never_taken_from_its_own_headers() throws UnknownHostException {
        ServerProperties server = at("127.0.0.1");
        server.setForwardHeadersStrategy(ServerProperties.ForwardHeadersStrategy.FRAMEWORK);
        assertThatThrownBy(() -> configuration.proxies(settings(null), server))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("console.trusted-proxies");
    }

    @Test
    void cookies_go_through_tls_only_when_others_reach_the_console() throws UnknownHostException {
        assertThat(ConsoleConfiguration.secureCookies(at("127.0.0.1"))).isFalse();
        assertThat(ConsoleConfiguration.secureCookies(at("0.0.0.0"))).isTrue();
        assertThat(ConsoleConfiguration.secureCookies(new ServerProperties()))
                .as("all interfaces")
                .isTrue();
        ServerProperties decided = at("10.0.0.1");
        decided.getServlet().getSession().getCookie().setSecure(false);
        assertThat(ConsoleConfiguration.secureCookies(decided)).isFalse();
    }

    @Test
    void the_own_machine_is_reached_only_by_a_console_that_only_it_reaches() throws UnknownHostException {
        assertThatCode(() -> policy(at("127.0.0.1"), null).require("servers", "127.0.0.1", 2181))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> policy(at("0.0.0.0"), null).require("servers", "127.0.0.1", 2181))
                .isInstanceOf(ForbiddenAddressException.class);
        assertThatThrownBy(() -> policy(at("127.0.0.1"), false).require("servers", "localhost", 2181))
                .isInstanceOf(ForbiddenAddressException.class);
        assertThatCode(() -> policy(at("0.0.0.0"), true).require("servers", "127.0.0.1", 2181))
                .doesNotThrowAnyException();
    }
}
