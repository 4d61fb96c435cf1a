package dev.elasticjob.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.console.Client.Answer;
import dev.elasticjob.console.security.Role;
import java.net.URI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Single sign-on with the complete authorization code flow and an OpenID Connect server in a separate process. */
class SingleSignOnTest {

    private static OidcProvider provider;
    private static RunningConsole console;

    @BeforeAll
    static void start() {
        provider = OidcProvider.start();
        console = new RunningConsole(
                "--casdoor.endpoint=" + provider.issuer(),
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
        provider.close();
    }

    private static String claims(String name, String roles) {
        return "{\"preferred_username\": \"" + name + "\", \"realm\": {\"roles\": " + roles + "}}";
    }

    private static URI redirect(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(302);
        return URI.create(answer.header("Location").orElseThrow());
    }

    private static String local(URI uri) {
        return uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
    }

    /**
     * Follows the redirects from the console to the provider and back, and returns the address to which the console then
     * redirects.
     */
    private static URI signOn(Client browser, String name, String roles) {
        String begin = browser.get("/api/v1/session").json().get("singleSignOn").asString();
        URI authorize = redirect(browser.get(begin));
        assertThat(authorize.getQuery())
                .contains("response_type=code", "client_id=console", "state=", "nonce=")
                .doesNotContain("the-client-secret");
        URI back = provider.logIn(browser, authorize, name, claims(name, roles));
        assertThat(back.getQuery()).contains("code=");
        return redirect(browser.get(local(back)));
    }

    @Test
    void a_user_who_signs_on_has_the_role_of_the_claims() {
        Client browser = console.browser();
        assertThat(signOn(browser, "alice", "[\"others\", \"job-operators\"]").getPath())
                .isEqualTo("/");

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
        Client browser = console.browser();
        signOn(browser, "ada", "[{\"name\": \"job-admins\"}]");
        assertThat(browser.get("/api/v1/audit").status()).isEqualTo(200);
    }

    @Test
    void a_user_without_a_role_is_rejected() {
        Client browser = console.browser();
        assertThat(local(signOn(browser, "mallory", "[\"others\"]"))).isEqualTo("/?login=failed");
        assertThat(browser.get("/api/v1/registries").status()).isEqualTo(401);
    }

    @Test
    void a_code_is_worth_one_login() {
        Client browser = console.browser();
        URI authorize = redirect(browser.get("/oauth2/authorization/sso"));
        URI back = provider.logIn(browser, authorize, "alice", claims("alice", "[\"job-admins\"]"));
        assertThat(redirect(browser.get(local(back))).getPath()).isEqualTo("/");
        assertThat(local(redirect(console.browser().get(local(back))))).isEqualTo("/?login=failed");
    }

    @Test
    void a_response_that_was_not_requested_creates_no_login() {
        Client victim = console.browser();
        victim.get("/api/v1/session");
        Client attacker = console.browser();
        URI authorize = redirect(attacker.get("/oauth2/authorization/sso"));
        URI back = provider.logIn(attacker, authorize, "alice", claims("alice", "[\"job-admins\"]"));
        assertThat(local(redirect(victim.get(local(back))))).isEqualTo("/?login=failed");
        assertThat(victim.get("/api/v1/registries").status()).isEqualTo(401);
    }

    @Test
    void a_sign_on_that_has_begun_creates_no_session() {
        Client browser = console.browser();
        redirect(browser.get("/oauth2/authorization/sso"));
        assertThat(browser.cookie("ELASTICJOB_CONSOLE")).isEmpty();
    }
}
