package dev.elasticjob.console.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.console.Client;
import dev.elasticjob.console.Client.Answer;
import dev.elasticjob.console.RunningConsole;
import dev.elasticjob.console.SharedConsole;
import dev.elasticjob.console.security.Role;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** Login, logout, tokens, accounts, and their audit entries. */
@ExtendWith(SharedConsole.class)
class SessionsTest {

    private static final String SESSION = "/api/v1/session";
    private static final String COOKIE = "ELASTICJOB_CONSOLE";

    private final Client admin = SharedConsole.console().as(Role.ADMIN);

    private static Client loggedIn(Role role, String name) {
        Client browser = SharedConsole.console().browser();
        assertThat(browser.logIn(name, RunningConsole.password(role)).status()).isEqualTo(200);
        return browser;
    }

    private void account(String name, Role role, String password) {
        assertThat(admin.send("PUT", "/api/v1/accounts/" + name, Map.of("role", role, "password", password))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void a_user_logs_in_reads_the_session_and_logs_out() {
        Client browser = loggedIn(Role.GUEST, "guest");
        JsonNode session = browser.get(SESSION).json();
        assertThat(session.get("name").asString()).isEqualTo("guest");
        assertThat(session.get("role").asString()).isEqualTo("GUEST");
        assertThat(browser.get("/api/v1/registries").status()).isEqualTo(200);
        assertThat(browser.send("DELETE", SESSION, null).status()).isEqualTo(204);
        assertThat(browser.get("/api/v1/registries").status()).isEqualTo(401);
    }

    @Test
    void a_session_begins_under_a_new_number_and_its_cookie_is_not_for_scripts_or_other_sites() {
        Client browser = SharedConsole.console().browser();
        Answer first = browser.logIn("guest", RunningConsole.password(Role.GUEST));
        String cookie = first.response().headers().allValues("Set-Cookie").stream()
                .filter(each -> each.startsWith(COOKIE + "="))
                .findFirst()
                .orElseThrow();
        assertThat(cookie).contains("HttpOnly", "SameSite=Lax", "Path=/");
        String number = browser.cookie(COOKIE).orElseThrow();
        browser.logIn("guest", RunningConsole.password(Role.GUEST));
        assertThat(browser.cookie(COOKIE).orElseThrow()).isNotEqualTo(number);
    }

    @Test
    void a_change_that_another_page_forged_is_refused() {
        Client browser = loggedIn(Role.ADMIN, "root");
        Map<String, Object> token = Map.of("name", "forged", "role", "ADMIN");
        Answer forged = browser.send("POST", "/api/v1/tokens", token, Map.of("X-XSRF-TOKEN", "guessed"));
        assertThat(forged.status()).isEqualTo(403);
        assertThat(forged.json().get("detail").asString()).contains("X-XSRF-TOKEN");
        assertThat(SharedConsole.console()
                        .browser()
                        .send("POST", SESSION, Map.of("username", "root", "password", "x"))
                        .status())
                .as("a login is a change, too")
                .isEqualTo(403);
        assertThat(browser.send("POST", "/api/v1/tokens", token).status()).isEqualTo(201);
    }

    /** {@code LoginThrottleTest} verifies the durations with a manual clock. */
    @Test
    void a_client_that_guesses_passwords_has_to_wait() {
        account("guessed", Role.GUEST, "right-password");
        Client browser = SharedConsole.console().browser();
        Answer answer = browser.logIn("guessed", "wrong-password");
        for (int i = 0; i < 20 && answer.status() == 401; i++) {
            answer = browser.logIn("guessed", "wrong-password");
        }
        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.header("Retry-After")).isPresent();
    }

    @Test
    void an_unknown_name_and_a_wrong_password_are_reported_alike() {
        Client browser = SharedConsole.console().browser();
        assertThat(browser.logIn("no-such-user", "some-password").json())
                .isEqualTo(browser.logIn("operator", "some-password").json());
    }

    @Test
    void sessions_end_with_the_account_its_role_or_its_password() {
        account("short-lived", Role.OPERATOR, "first-password");
        Client browser = SharedConsole.console().browser();
        browser.logIn("short-lived", "first-password");
        assertThat(browser.get("/api/v1/registries").status()).isEqualTo(200);
        admin.send("PUT", "/api/v1/accounts/short-lived", Map.of("role", "GUEST"));
        assertThat(browser.get("/api/v1/registries").status()).isEqualTo(401);

        browser.logIn("short-lived", "first-password");
        Client other = SharedConsole.console().browser();
        other.logIn("short-lived", "first-password");
        assertThat(browser.send(
                                "PUT",
                                SESSION + "/password",
                                Map.of("current", "first-password", "fresh", "second-password"))
                        .status())
                .isEqualTo(204);
        assertThat(browser.get("/api/v1/registries").status()).isEqualTo(200);
        assertThat(other.get("/api/v1/registries").status()).isEqualTo(401);
        admin.send("DELETE", "/api/v1/accounts/short-lived", null);
        assertThat(browser.get("/api/v1/registries").status()).isEqualTo(401);
    }

    @Test
    void accounts_of_the_configuration_are_changed_there_only() {
        Answer refused = admin.send("DELETE", "/api/v1/accounts/root", null);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.json().get("detail").asString()).contains("auth.");
        assertThat(admin.send("PUT", "/api/v1/accounts/new", Map.of("role", "GUEST", "password", "short"))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void a_token_has_its_role_until_it_is_revoked() {
        JsonNode created = admin.send("POST", "/api/v1/tokens", Map.of("name", "ci", "role", "OPERATOR"))
                .json();
        String token = created.get("token").asString();
        Map<String, String> header = Map.of("Authorization", "Bearer " + token);
        Client machine = SharedConsole.console().browser();
        assertThat(machine.send("GET", SESSION, null, header).json().get("role").asString())
                .isEqualTo("OPERATOR");
        assertThat(machine.send("GET", "/api/v1/audit", null, header).status()).isEqualTo(403);
        assertThat(machine.cookie(COOKIE)).as("no session for machines").isEmpty();
        assertThat(admin.get("/api/v1/tokens").body()).contains("ci").doesNotContain(token);
        admin.send("DELETE", "/api/v1/tokens/" + created.get("view").get("id").asString(), null);
        assertThat(machine.send("GET", "/api/v1/registries", null, header).status())
                .isEqualTo(401);
    }

    @Test
    void tokens_are_revoked_with_the_account_that_created_them_or_its_right_to_create_them() {
        account("maker", Role.ADMIN, "makers-password");
        Client maker = SharedConsole.console().browser();
        maker.logIn("maker", "makers-password");
        String high = maker.send("POST", "/api/v1/tokens", Map.of("name", "high", "role", "ADMIN"))
                .json()
                .get("token")
                .asString();
        String low = maker.send("POST", "/api/v1/tokens", Map.of("name", "low", "role", "GUEST"))
                .json()
                .get("token")
                .asString();
        String child = SharedConsole.console()
                .with(high)
                .send("POST", "/api/v1/tokens", Map.of("name", "child", "role", "OPERATOR"))
                .json()
                .get("token")
                .asString();

        Answer demoted = admin.send("PUT", "/api/v1/accounts/maker", Map.of("role", "GUEST"));
        assertThat(status(high)).isEqualTo(401);
        assertThat(status(child)).as("made by a token of the account").isEqualTo(401);
        assertThat(status(low)).isEqualTo(200);
        assertThat(demoted.json().get("revokedTokens").size()).isEqualTo(2);

        admin.send("DELETE", "/api/v1/accounts/maker", null);
        assertThat(status(low)).isEqualTo(401);
        assertThat(admin.get("/api/v1/audit?action=/accounts/maker").body()).contains("revokedTokens");
    }

    private static int status(String token) {
        return SharedConsole.console().with(token).get("/api/v1/registries").status();
    }

    @Test
    void a_request_with_a_token_has_the_role_of_the_token_and_not_of_its_session() {
        Client browser = loggedIn(Role.ADMIN, "root");
        Map<String, String> guest = Map.of(
                "Authorization",
                "Bearer " + SharedConsole.console().as(Role.GUEST).token());
        assertThat(browser.send("GET", "/api/v1/audit", null, guest).status()).isEqualTo(403);
        assertThat(browser.send("GET", "/api/v1/registries", null, Map.of("Authorization", "Bearer nonsense"))
                        .status())
                .isEqualTo(401);
    }

    @Test
    void every_change_is_recorded_with_user_and_action_and_without_secrets() {
        Client browser = loggedIn(Role.ADMIN, "root");
        browser.send("PUT", "/api/v1/accounts/audited", Map.of("role", "GUEST", "password", "a-secret-password"));
        SharedConsole.console().as(Role.GUEST).send("DELETE", "/api/v1/accounts/audited", null);
        browser.send("DELETE", "/api/v1/accounts/audited", null);

        JsonNode entries =
                admin.get("/api/v1/audit?action=/accounts/audited").json().get("entries");
        assertThat(entries.valueStream().map(each -> each.get("status").asInt()).toList())
                .isEqualTo(List.of(204, 403, 200));
        JsonNode put = entries.get(2);
        assertThat(put.get("user").asString()).isEqualTo("root");
        assertThat(put.get("details").get("role").asString()).isEqualTo("GUEST");
        assertThat(admin.get("/api/v1/audit?size=1000").body()).doesNotContain("a-secret-password");
        assertThat(admin.get("/api/v1/audit?user=root&size=1")
                        .json()
                        .get("next")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void pages_have_a_strict_content_policy() {
        Answer page = SharedConsole.console().browser().get("/");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(page.header("X-Frame-Options")).contains("DENY");
        assertThat(page.header("X-Content-Type-Options")).contains("nosniff");
    }
}
