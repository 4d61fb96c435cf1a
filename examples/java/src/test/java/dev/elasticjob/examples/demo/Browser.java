package dev.elasticjob.examples.demo;

import java.io.IOException;
import java.net.CookieManager;
import java.net.HttpCookie;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;

/** An HTTP client of the console that keeps cookies. */
final class Browser {

    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final String address;
    private final CookieManager cookies = new CookieManager();
    private final HttpClient http =
            HttpClient.newBuilder().cookieHandler(cookies).connectTimeout(LIMIT).build();

    Browser(String address) {
        this.address = address;
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> logIn(String name, String password) throws IOException, InterruptedException {
        // Obtains the cookie that changes require.
        get("/api/v1/session");
        String token = cookies.getCookieStore().getCookies().stream()
                .filter(each -> each.getName().equals("XSRF-TOKEN"))
                .map(HttpCookie::getValue)
                .findFirst()
                .orElseThrow();
        HttpRequest login = request("/api/v1/session")
                .header("Content-Type", "application/json")
                .header("X-XSRF-TOKEN", token)
                .POST(BodyPublishers.ofString("{\"username\": \"%s\", \"password\": \"%s\"}".formatted(name, password)))
                .build();
        return http.send(login, HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address + path)).timeout(LIMIT);
    }
}
