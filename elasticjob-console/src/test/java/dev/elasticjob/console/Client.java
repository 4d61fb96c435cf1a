package dev.elasticjob.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.HttpCookie;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client of the console, authenticated with a token, or with cookies like a page in a browser. */
public final class Client {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final String base;
    private final String token;
    private final CookieManager cookies = new CookieManager(null, CookiePolicy.ACCEPT_ALL);
    private final HttpClient http =
            HttpClient.newBuilder().cookieHandler(cookies).connectTimeout(LIMIT).build();

    Client(int port, String token) {
        this.base = "http://localhost:" + port;
        this.token = token;
    }

    public record Answer(HttpResponse<String> response) {

        public int status() {
            return response.statusCode();
        }

        public String body() {
            return response.body();
        }

        public JsonNode json() {
            return JSON.readTree(response.body());
        }

        public Optional<String> header(String name) {
            return response.headers().firstValue(name);
        }
    }

    public Answer get(String path) {
        return send("GET", path, null, Map.of());
    }

    public Answer send(String method, String path, Object body) {
        return send(method, path, body, Map.of());
    }

    /** @param body null for none; a string is sent unchanged, any other object as JSON */
    public Answer send(String method, String path, Object body, Map<String, String> headers) {
        return send(method, URI.create(base + path), body, headers);
    }

    private Answer send(String method, URI uri, Object body, Map<String, String> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .timeout(LIMIT)
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(text(body)));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        } else {
            cookie("XSRF-TOKEN").ifPresent(value -> request.header("X-XSRF-TOKEN", value));
        }
        headers.forEach(request::setHeader);
        try {
            return new Answer(http.send(request.build(), HttpResponse.BodyHandlers.ofString()));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private static String text(Object body) {
        return body instanceof String text ? text : JSON.writeValueAsString(body);
    }

    /** Fetches the CSRF cookie, then logs in. */
    public Answer logIn(String username, String password) {
        get("/api/v1/session");
        return send("POST", "/api/v1/session", Map.of("username", username, "password", password));
    }

    public Optional<String> cookie(String name) {
        return cookies.getCookieStore().getCookies().stream()
                .filter(each -> each.getName().equals(name))
                .map(HttpCookie::getValue)
                .findFirst();
    }

    public HttpClient http() {
        return http;
    }

    public URI uri(String path) {
        return URI.create(base + path);
    }

    public String token() {
        return token;
    }
}
