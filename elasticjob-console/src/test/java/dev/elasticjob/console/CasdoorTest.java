package dev.elasticjob.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.console.Client.Answer;
import java.net.URI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Single sign-on with only the six properties of ElasticJob's manual. */
class CasdoorTest {

    private static OidcProvider provider;
    private static RunningConsole console;

    @BeforeAll
    static void start() {
        provider = OidcProvider.start();
        console = new RunningConsole(
                "--casdoor.endpoint=" + provider.issuer(),
                "--casdoor.client-id=console",
                "--casdoor.client-secret=the-client-secret",
                "--casdoor.certificate=-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----",
                "--casdoor.organization-name=ShardingSphere",
                "--casdoor.application-name=ShardingSphere");
    }

    @AfterAll
    static void stop() {
        console.close();
        provider.close();
    }

    private static URI redirect(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(302);
        return URI.create(answer.header("Location").orElseThrow());
    }

    private static String local(URI uri) {
        return uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
    }

    private static Client signedOn(String name, String claims) {
        Client browser = console.browser();
        URI authorize = redirect(browser.get(
                browser.get("/api/v1/session").json().get("singleSignOn").asString()));
        URI back = provider.logIn(browser, authorize, name, claims);
        assertThat(local(redirect(browser.get(local(back))))).isEqualTo("/");
        return browser;
    }

    @Test
    void a_user_is_admitted_as_a_guest_who_can_read_and_cannot_change_anything() {
        Client browser = signedOn("alice", "{\"preferred_username\": \"alice\"}");
        var session = browser.get("/api/v1/session").json();
        assertThat(session.get("name").asString()).isEqualTo("alice");
        assertThat(session.get("role").asString()).isEqualTo("GUEST");
        assertThat(browser.get("/api/v1/registries").status()).isEqualTo(200);
        assertThat(browser.send("POST", "/api/v1/registries/any/jobs/any/runs", null)
                        .status())
                .isEqualTo(403);
        assertThat(browser.send("PUT", "/api/v1/registries/any/jobs/any/state", "{\"enabled\": false}")
                        .status())
                .isEqualTo(403);
        assertThat(browser.send("DELETE", "/api/v1/registries/any", null).status())
                .isEqualTo(403);
        assertThat(browser.get("/api/v1/audit").status()).isEqualTo(403);
    }

    @Test
    void groups_and_roles_of_the_provider_grant_no_more_than_guest_until_they_are_mapped() {
        Client browser = signedOn(
                "ada",
                "{\"preferred_username\": \"ada\", \"groups\": [\"admin\", \"ADMIN\"],"
                        + " \"roles\": [{\"name\": \"admin\"}], \"isAdmin\": true}");
        assertThat(browser.get("/api/v1/session").json().get("role").asString()).isEqualTo("GUEST");
        assertThat(browser.get("/api/v1/audit").status()).isEqualTo(403);
    }
}
