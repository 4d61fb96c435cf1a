package dev.elasticjob.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.console.Client.Answer;
import dev.elasticjob.console.security.Role;
import java.net.URI;
import java.util.List;
import java.util.Map;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.token.DefaultOAuth2TokenCallback;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Single sign-on through the whole code flow, with an OpenID Connect server that listens on a port. */
class SingleSignOnTest {

    private static MockOAuth2Server provider;
    private static RunningConsole console;

    @BeforeAll
    static void start() {
        provider = new MockOAuth2Server();
        provider.start();
        console = new RunningConsole(
                "--casdoor.endpoint=" + provider.issuerUrl("company"),
                "--casdoor.client-id=console",
                "--casdoor.client-secret=the-client-secret",
                "--casdoor.organization-name=company",
                "--console.oidc.role-claim=realm.roles",
                "--console.oidc.admin=job-admins",
                "--console.oidc.operator=job-operators");
    }

    @AfterAll
    static void stop() {
        console.close();
        provider.shutdown();
    }

    private static void comes(String name, Object... roles) {
        provider.enqueueCallback(new DefaultOAuth2TokenCallback(
                "company",
                "subject-of-" + name,
                "JWT",
                List.of("console"),
                Map.of("preferred_username", name, "realm", Map.of("roles", List.of(roles))),
                3600));
    }

    private static URI redirect(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(302);
        return URI.create(answer.header("Location").orElseThrow());
    }

    private static String local(URI uri) {
        return uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
    }

    /** From the console to the provider and back; where the console sends the browser then. */
    private static URI signOn(Client browser) {
        String begin = browser.get("/api/v1/session").json().get("singleSignOn").asString();
        URI authorize = redirect(browser.get(begin));
        assertThat(authorize.getQuery())
                .contains("response_type=code", "client_id=console", "state=", "nonce=")
                .doesNotContain("the-client-secret");
        URI back = redirect(browser.visit(authorize));
        assertThat(back.getQuery()).contains("code=");
        return redirect(browser.get(local(back)));
    }

    @Test
    void somebody_signs_on_and_has_the_role_that_their_claims_give() {
        comes("alice", "others", "job-operators");
        Client browser = console.browser();
        assertThat(signOn(browser).getPath()).isEqualTo("/");

        var session = browser.get("/api/v1/session").json();
        assertThat(session.get("name").asString()).isEqualTo("alice");
        assertThat(session.get("role").asString()).isEqualTo("OPERATOR");
        assertThat(session.get("way").asString()).isEqualTo("SINGLE_SIGN_ON");
        assertThat(browser.get("/api/v1/registries").status()).isEqualTo(200);
        assertThat(browser.get("/api/v1/audit").status()).isEqualTo(403);
        assertThat(console.as(Role.ADMIN).get("/api/v1/audit?user=alice").body())
                .contains("login by single sign-on");
        assertThat(browser.send("DELETE", "/api/v1/session", null).status()).isEqualTo(204);
        assertThat(browser.get("/api/v1/registries").status()).isEqualTo(401);
    }

    @Test
    void an_administrator_by_claims_may_do_what_administrators_may() {
        comes("ada", Map.of("name", "job-admins"));
        Client browser = console.browser();
        signOn(browser);
        assertThat(browser.get("/api/v1/audit").status()).isEqualTo(200);
    }

    @Test
    void somebody_without_a_role_is_turned_away() {
        comes("mallory", "others");
        Client browser = console.browser();
        assertThat(local(signOn(browser))).isEqualTo("/?login=failed");
        assertThat(browser.get("/api/v1/registries").status()).isEqualTo(401);
    }

    @Test
    void an_answer_that_was_not_asked_for_logs_nobody_in() {
        comes("alice", "job-admins");
        Client victim = console.browser();
        victim.get("/api/v1/session");
        Client attacker = console.browser();
        URI authorize = redirect(attacker.get("/oauth2/authorization/sso"));
        URI back = redirect(attacker.visit(authorize));
        assertThat(local(redirect(victim.get(local(back))))).isEqualTo("/?login=failed");
        assertThat(victim.get("/api/v1/registries").status()).isEqualTo(401);
        signOn(console.browser());
    }
}
