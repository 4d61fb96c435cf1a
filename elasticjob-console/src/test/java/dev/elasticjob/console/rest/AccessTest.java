package dev.elasticjob.console.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.console.Client;
import dev.elasticjob.console.SharedConsole;
import dev.elasticjob.console.security.Access;
import dev.elasticjob.console.security.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.http.HttpMethod;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Verifies access to every endpoint for every role. */
@ExtendWith(SharedConsole.class)
class AccessTest {

    /** Excludes pages, which are no endpoints. The server's error page cannot be requested from outside. */
    private static boolean isApi(String path) {
        return path.startsWith(Access.API);
    }

    private static List<String> endpoints() {
        List<String> result = new ArrayList<>();
        RequestMappingHandlerMapping mappings =
                (RequestMappingHandlerMapping) SharedConsole.console().bean("requestMappingHandlerMapping");
        for (RequestMappingInfo each : mappings.getHandlerMethods().keySet()) {
            for (String path : each.getPatternValues()) {
                for (RequestMethod method : each.getMethodsCondition().getMethods()) {
                    result.add(method + " " + path);
                }
                if (each.getMethodsCondition().isEmpty()) {
                    result.add("ANY " + path);
                }
            }
        }
        return result;
    }

    @Test
    void every_endpoint_is_in_the_table_and_everything_in_the_table_is_an_endpoint() {
        TreeSet<String> table = new TreeSet<>();
        for (Access.Rule rule : Access.rules()) {
            if (isApi(rule.path())) {
                assertThat(table.add(rule.method() + " " + rule.path()))
                        .as(rule.path())
                        .isTrue();
            }
        }

        assertThat(new TreeSet<>(endpoints().stream()
                        .filter(each -> !each.startsWith("ANY /error"))
                        .toList()))
                .isEqualTo(table);
    }

    @Test
    void guests_and_anonymous_clients_can_change_only_their_own_session() {
        List<String> changing = Access.rules().stream()
                .filter(rule -> rule.method() != HttpMethod.GET)
                .filter(rule -> rule.role().filter(role -> role != Role.GUEST).isEmpty())
                .map(rule -> rule.method() + " " + rule.path())
                .toList();

        assertThat(changing)
                .containsExactlyInAnyOrder(
                        "POST /api/v1/session",
                        "DELETE /api/v1/session",
                        "PUT /api/v1/session/password",
                        "POST /api/v1/registries/{registry}/jobs/{job}/configuration/check");
    }

    /** Repeats the table, so that a role cannot be lowered by accident. */
    @Test
    void the_actions_of_administrators_are_listed() {
        assertThat(of(Role.ADMIN))
                .containsExactlyInAnyOrder(
                        "POST /registries",
                        "POST /registries/test",
                        "DELETE /registries/{registry}",
                        "PUT /registries/{registry}/connection",
                        "DELETE /registries/{registry}/connection",
                        "DELETE /registries/{registry}/jobs/{job}",
                        "PUT /registries/{registry}/jobs/{job}/configuration/text",
                        "DELETE /registries/{registry}/jobs/{job}/servers/{server}",
                        "POST /registries/{registry}/bulk/jobs/removal",
                        "DELETE /registries/{registry}/servers/{server}",
                        "POST /registries/{registry}/bulk/servers/removal",
                        "POST /data-sources",
                        "POST /data-sources/test",
                        "DELETE /data-sources/{dataSource}",
                        "GET /accounts",
                        "PUT /accounts/{account}",
                        "DELETE /accounts/{account}",
                        "GET /tokens",
                        "POST /tokens",
                        "DELETE /tokens/{token}",
                        "GET /audit");
        assertThat(of(Role.OPERATOR))
                .filteredOn(each -> each.startsWith("GET "))
                .containsExactly("GET /registries/{registry}/jobs/{job}/servers/{server}/dump");
    }

    private static List<String> of(Role least) {
        return Access.rules().stream()
                .filter(rule -> rule.role().filter(least::equals).isPresent())
                .map(rule -> rule.method() + " " + rule.path().substring(Access.API.length()))
                .toList();
    }

    static Stream<Access.Rule> rules() {
        return Access.rules().stream();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void an_endpoint_is_open_to_its_role_and_higher_ones_only(Access.Rule rule) {
        String path =
                rule.path().replace("{item}", "0").replace("/**", "/none.js").replaceAll("\\{[a-zA-Z]+}", "none");
        Object body = rule.method() == HttpMethod.GET ? null : "{}";
        for (Role role : Role.values()) {
            int status = SharedConsole.console()
                    .as(role)
                    .send(rule.method().name(), path, body)
                    .status();
            if (role.includes(rule.role().orElse(Role.GUEST))) {
                assertThat(status).as("%s for %s", rule, role).isNotIn(401, 403).isLessThan(500);
            } else {
                assertThat(status).as("%s for %s", rule, role).isEqualTo(403);
            }
        }
        Client nobody = SharedConsole.console().browser();
        nobody.get("/api/v1/session");
        int status = nobody.send(rule.method().name(), path, body).status();
        if (rule.role().isPresent()) {
            assertThat(status).as("%s without a user", rule).isEqualTo(401);
        } else {
            assertThat(status).as("%s without a user", rule).isNotIn(401, 403).isLessThan(500);
        }
    }

    @Test
    void an_endpoint_that_is_not_in_the_table_is_rejected_for_administrators_too() {
        for (String each : List.of(
                "GET /error",
                "GET /actuator/env",
                "GET /api/v1/nothing",
                "POST /api/v1/health",
                "OPTIONS /api/v1/registries",
                "GET /application.properties",
                "GET /v3/api-docs")) {
            String[] words = each.split(" ");
            int status = SharedConsole.console()
                    .as(Role.ADMIN)
                    .send(words[0], words[1], null)
                    .status();
            assertThat(status).as(each).isEqualTo(403);
        }
    }
}
