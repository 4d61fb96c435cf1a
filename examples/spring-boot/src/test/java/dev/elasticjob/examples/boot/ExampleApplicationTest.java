package dev.elasticjob.examples.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

class ExampleApplicationTest {

    @Test
    void the_example_prints_the_documented_output() throws Exception {
        try (ConfigurableApplicationContext context =
                SpringApplication.run(ExampleApplication.class, "--server.port=0")) {
            String address =
                    "http://127.0.0.1:" + context.getBeanFactory().resolveEmbeddedValue("${local.server.port}");
            HttpClient http = HttpClient.newHttpClient();
            HttpRequest cleanUp = HttpRequest.newBuilder(URI.create(address + "/clean-up"))
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .timeout(Duration.ofSeconds(60))
                    .build();
            assertThat(http.send(cleanUp, HttpResponse.BodyHandlers.ofString()).body())
                    .isEqualTo("{\"success\":true}");
            HttpRequest runs = HttpRequest.newBuilder(
                            URI.create(address + "/actuator/metrics/elasticjob.runs?tag=job:greeting"))
                    .timeout(Duration.ofSeconds(60))
                    .build();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> http.send(runs, HttpResponse.BodyHandlers.ofString())
                                    .statusCode()
                            == 200);
        }
    }
}
