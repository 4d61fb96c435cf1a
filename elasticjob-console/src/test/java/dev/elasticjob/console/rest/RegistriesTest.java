package dev.elasticjob.console.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.console.Client;
import dev.elasticjob.console.Client.Answer;
import dev.elasticjob.console.SharedConsole;
import dev.elasticjob.console.security.Role;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Registries that are added and removed while the console runs. */
@ExtendWith(SharedConsole.class)
class RegistriesTest {

    private final Client admin = SharedConsole.console().as(Role.ADMIN);

    private String state(String registry) {
        return admin.get("/api/v1/registries/" + registry).json().get("state").asString();
    }

    @Test
    void a_registry_is_tested_added_connected_disconnected_and_deleted() {
        assertThat(admin.send("POST", "/api/v1/registries/test", Map.of("servers", Tree.servers(), "namespace", "x"))
                        .json()
                        .get("reachable")
                        .asBoolean())
                .isTrue();
        try (Tree tree = new Tree()) {
            assertThat(state(tree.registry)).isEqualTo("DISCONNECTED");
            assertThat(admin.send("PUT", tree.api + "/connection", null)
                            .json()
                            .get("state")
                            .asString())
                    .isEqualTo("CONNECTED");
            assertThat(admin.send("DELETE", tree.api + "/connection", null)
                            .json()
                            .get("state")
                            .asString())
                    .isEqualTo("DISCONNECTED");
            assertThat(admin.get(tree.api + "/jobs").status()).isEqualTo(200);
            assertThat(state(tree.registry)).isEqualTo("CONNECTED");
            Answer twice = admin.send(
                    "POST",
                    "/api/v1/registries",
                    Map.of("name", tree.registry, "servers", Tree.servers(), "namespace", "y"));
            assertThat(twice.status()).isEqualTo(409);
        }
    }

    @Test
    void two_registries_are_displayed_side_by_side() {
        try (Tree one = new Tree();
                Tree other = new Tree()) {
            one.job("of-one", 1, "");
            other.job("of-other", 1, "");
            assertThat(admin.get(one.api + "/jobs").body()).contains("of-one").doesNotContain("of-other");
            assertThat(admin.get(other.api + "/jobs").body())
                    .contains("of-other")
                    .doesNotContain("of-one");
        }
    }
}
