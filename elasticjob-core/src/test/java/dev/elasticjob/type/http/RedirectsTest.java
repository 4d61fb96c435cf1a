package dev.elasticjob.type.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedirectsTest {

    private static boolean isFollowed(String method, String from, String location, int followed) {
        URI start = URI.create(from);
        URI target = Redirects.resolve(start, location).orElseThrow();
        return Redirects.objection(method, start, target, followed).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "http://host/a, /b",
        "http://host/a, b?x=1",
        "http://host/a, //host/b",
        "http://host/a, http://HOST:80/b",
        "https://host:443/a, https://host/b",
        "http://[::1]:8080/a, http://[::1]:8080/b"
    })
    void the_same_scheme_host_and_port_is_followed(String from, String location) {
        assertThat(isFollowed("GET", from, location, 0)).isTrue();
        assertThat(isFollowed("HEAD", from, location, Redirects.MOST - 1)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "https://host/a, http://host/b",
        "http://host/a, https://host/b",
        "http://host/a, http://host:8080/b",
        "http://host:8080/a, http://host/b",
        "http://host/a, http://other/b",
        "http://host/a, //other/b",
        "http://host/a, http://host.evil.example/b",
        "http://host/a, http://host@evil.example/b",
        "http://host/a, http://evil_host/b",
        "http://host/a, file:///etc/passwd",
        "http://host/a, javascript:alert(1)",
        "http://127.0.0.1/a, http://localhost/b"
    })
    void anywhere_else_is_not_followed(String from, String location) {
        assertThat(isFollowed("GET", from, location, 0)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
    void a_request_that_may_do_harm_is_not_repeated(String method) {
        assertThat(isFollowed(method, "http://host/a", "/b", 0)).isFalse();
    }

    @Test
    void there_is_an_end_to_it() {
        assertThat(isFollowed("GET", "http://host/a", "/b", Redirects.MOST)).isFalse();
    }

    @Test
    void what_is_no_address_leads_nowhere() {
        assertThat(Redirects.resolve(URI.create("http://host/a"), "http://a b/"))
                .isEmpty();
    }

    @Test
    void letters_beyond_ascii_are_encoded() {
        assertThat(Redirects.resolve(URI.create("http://host/a"), "/é")).contains(URI.create("http://host/%C3%A9"));
    }
}
