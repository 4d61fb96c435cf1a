package dev.elasticjob.console.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OidcSettingsTest {

    private static final Map<String, String> CASDOOR = Map.of(
            "casdoor.endpoint", "https://casdoor.example",
            "casdoor.client-id", "console",
            "casdoor.client-secret", "secret");

    private static final Map<String, String> OIDC = Map.of(
            "console.oidc.issuer", "https://provider.example",
            "console.oidc.client-id", "console",
            "console.oidc.client-secret", "secret");

    private static Optional<Role> defaultRole(Map<String, String> settings, String... more) {
        Map<String, String> all = new HashMap<>(settings);
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        return OidcSettings.from(all::get).orElseThrow().defaultRole();
    }

    @Test
    void users_of_casdoor_are_guests_while_no_role_is_mapped() {
        assertThat(defaultRole(CASDOOR)).contains(Role.GUEST);
        assertThat(defaultRole(CASDOOR, "console.oidc.role-claim", "roles")).contains(Role.GUEST);
        assertThat(defaultRole(CASDOOR, "console.oidc.default-role", "operator"))
                .contains(Role.OPERATOR);
    }

    @Test
    void users_of_casdoor_have_no_default_role_once_a_role_is_mapped() {
        assertThat(defaultRole(CASDOOR, "console.oidc.admin", "admins")).isEmpty();
        assertThat(defaultRole(CASDOOR, "console.oidc.operator", "operators")).isEmpty();
        assertThat(defaultRole(CASDOOR, "console.oidc.guest", "guests")).isEmpty();
        assertThat(defaultRole(CASDOOR, "console.oidc.guest", "guests", "console.oidc.default-role", "guest"))
                .contains(Role.GUEST);
    }

    @Test
    void users_of_another_provider_have_no_default_role() {
        assertThat(defaultRole(OIDC)).isEmpty();
        assertThat(defaultRole(OIDC, "casdoor.endpoint", "https://casdoor.example"))
                .isEmpty();
    }
}
