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
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;

/** What depends on where the console can be reached from. */
class ConsoleConfigurationTest {

    private final ConsoleConfiguration configuration = new ConsoleConfiguration();

    private static ServerProperties at(String address) throws UnknownHostException {
        ServerProperties server = new ServerProperties();
        server.setAddress(InetAddress.getByName(address));
        return server;
    }

    private AddressPolicy policy(ServerProperties server, Boolean loopback) {
        return configuration.addressPolicy(
                new ConsoleSettings(
                        Path.of("data"),
                        List.of(),
                        new ConsoleSettings.Addresses(loopback, List.of()),
                        Map.of(),
                        Map.of()),
                server);
    }

    private Boolean secureCookie(ServerProperties server) {
        TomcatServletWebServerFactory factory = new TomcatServletWebServerFactory();
        configuration.sessionCookies(server).customize(factory);
        return server.getServlet().getSession().getCookie().getSecure();
    }

    @Test
    void cookies_go_through_tls_only_when_others_reach_the_console() throws UnknownHostException {
        assertThat(secureCookie(at("127.0.0.1"))).isNull();
        assertThat(secureCookie(at("0.0.0.0"))).isTrue();
        assertThat(secureCookie(new ServerProperties())).as("all interfaces").isTrue();
        ServerProperties decided = at("10.0.0.1");
        decided.getServlet().getSession().getCookie().setSecure(false);
        assertThat(secureCookie(decided)).isFalse();
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
