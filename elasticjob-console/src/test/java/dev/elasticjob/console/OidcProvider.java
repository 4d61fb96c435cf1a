package dev.elasticjob.console;

import dev.elasticjob.childprocess.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.OAuth2Config;
import org.assertj.core.api.Assertions;

/** An OpenID Connect server in a separate process, with a login form that accepts any name and claims. */
final class OidcProvider implements AutoCloseable {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(120);
    private static final String READY = "ready ";

    private final ChildProcess process;
    private final String issuer;

    private OidcProvider(ChildProcess process, String issuer) {
        this.process = process;
        this.issuer = issuer;
    }

    /** Main method of the process. It prints its address, and exits when its standard input is closed. */
    public static void main(String[] arguments) throws IOException {
        MockOAuth2Server server = new MockOAuth2Server(new OAuth2Config(true));
        server.start(InetAddress.getLoopbackAddress(), 0);
        System.out.println(READY + server.issuerUrl("company"));
        while (System.in.read() >= 0) {
            // No input is expected before the end of the stream.
        }
        Runtime.getRuntime().halt(0);
    }

    static OidcProvider start() {
        ChildProcess process = ChildProcess.java(OidcProvider.class)
                .options("-XX:TieredStopAtLevel=1")
                .discardErrors()
                .limit(LONGEST_WAIT)
                .start();
        return new OidcProvider(
                process, process.awaitMatch("^" + READY + "(.*)").group(1));
    }

    String issuer() {
        return issuer;
    }

    /** Fills in the provider's login form, and returns the address to which the provider redirects the browser. */
    URI logIn(Client browser, URI authorize, String name, String claims) {
        try {
            HttpResponse<String> page =
                    browser.http().send(HttpRequest.newBuilder(authorize).build(), BodyHandlers.ofString());
            Assertions.assertThat(page.body()).contains("<form method=\"post\">");
            String form = "username=" + encoded("subject-of-" + name) + "&claims=" + encoded(claims);
            HttpResponse<String> answer = browser.http()
                    .send(
                            HttpRequest.newBuilder(authorize)
                                    .header("Content-Type", "application/x-www-form-urlencoded")
                                    .POST(BodyPublishers.ofString(form))
                                    .build(),
                            BodyHandlers.ofString());
            Assertions.assertThat(answer.statusCode()).as(answer.body()).isEqualTo(302);
            return URI.create(answer.headers().firstValue("Location").orElseThrow());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        process.close();
    }
}
