package dev.elasticjob.console.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.console.Client;
import dev.elasticjob.console.Client.Answer;
import dev.elasticjob.console.SharedConsole;
import dev.elasticjob.console.security.Role;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends random bodies and parameters. Each request is accepted or rejected; none causes a server error. Runs for 5 s. Set
 * {@code -Dfuzz.seconds=3600} to run longer, and {@code -Dfuzz.seed=…} to repeat a run.
 */
@ExtendWith(SharedConsole.class)
class RestFuzzTest {

    private static final Logger LOG = LoggerFactory.getLogger(RestFuzzTest.class);
    private static final Duration TIME = Duration.ofSeconds(Long.getLong("fuzz.seconds", 5));
    private static final long SEED = Long.getLong("fuzz.seed", 20_261_118);

    /** Requests that only affect the shared registry, whatever their content. */
    private static final List<String> REQUESTS = List.of(
            "POST /jobs/{name}/configuration/check",
            "PATCH /jobs/{name}/configuration",
            "PUT /jobs/{name}/configuration",
            "PUT /jobs/{name}/configuration/text",
            "POST /jobs/{name}/runs",
            "PUT /jobs/{name}/state",
            "PUT /jobs/{name}/items/{name}/state",
            "PUT /jobs/{name}/servers/{name}/state",
            "PUT /servers/{name}/state",
            "POST /bulk/jobs",
            "POST /bulk/servers",
            "GET /jobs?page={name}&size={name}&sort={name}&status={name}",
            "GET /jobs/{name}",
            "GET /jobs/{name}/items?page={name}",
            "GET /servers?search={name}&stale={name}",
            "GET /search?text={name}&size={name}",
            "GET /overdue?page={name}",
            "DELETE /jobs/{name}/instances");

    private static final List<String> FIELDS = List.of(
            "cron",
            "timeZone",
            "shardingTotalCount",
            "shardingItemParameters",
            "jobParameter",
            "jobListenerTypes",
            "jobErrorHandlerType",
            "props",
            "description",
            "text",
            "enabled",
            "operation",
            "jobs",
            "servers",
            "label");

    private static final List<String> VALUES = List.of(
            "null",
            "true",
            "-1",
            "2147483647",
            "2147483648",
            "1e400",
            "\"\"",
            "\"0 0 3 * * ?\"",
            "\"Asia/Shanghai\"",
            "\"job\"",
            "\"10.0.0.1\"",
            "\"DISABLE\"",
            "\"cron: 0 0 3 * * ?\\njobName: job\\nshardingTotalCount: 1\\n\"",
            "\"\\u0000\\u001b\\ud800\"",
            "\"******\"",
            "{\"email.host\": 1}",
            "[]",
            "[null]",
            "[\"job\"]",
            "{}");

    private static final List<String> NAMES = List.of(
            "job", "0", "1", "-1", "10.0.0.1", "..", "a b", "%", "\u0000", "北京", "x".repeat(300), "OK", "name", ";");

    private final Random random = new Random(SEED);

    private <T> T any(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private String body() {
        String fields = IntStream.range(0, random.nextInt(5))
                .mapToObj(i -> "\"" + any(FIELDS) + "\": " + any(VALUES))
                .collect(Collectors.joining(", "));
        String body = "{" + fields + "}";
        return switch (random.nextInt(12)) {
            case 0 -> body.substring(0, random.nextInt(body.length()));
            case 1 -> "[".repeat(1 + random.nextInt(2000)) + body;
            case 2 -> any(VALUES);
            case 3 -> body + body;
            default -> body;
        };
    }

    private String path(Tree tree, String template) {
        String path = template;
        while (path.contains("{name}")) {
            path = path.replaceFirst(
                    "\\{name}",
                    URLEncoder.encode(any(NAMES), StandardCharsets.UTF_8).replace("+", "%20"));
        }
        return tree.api + path;
    }

    @Test
    void no_request_fails_in_the_server_whatever_it_contains() {
        Client operator = SharedConsole.console().as(Role.OPERATOR);
        int rounds = 0;
        try (Tree tree = new Tree()) {
            tree.job("job", 2, "");
            for (long end = System.nanoTime() + TIME.toNanos(); System.nanoTime() < end; rounds++) {
                String[] request = any(REQUESTS).split(" ", 2);
                String path = path(tree, request[1]);
                boolean hasBody = !request[0].equals("GET") && !request[0].equals("DELETE");
                String body = hasBody ? body() : null;
                Answer answer =
                        operator.send(request[0], path, body, Map.of("If-Match", "\"" + random.nextInt(3) + "\""));
                assertThat(answer.status())
                        .as("seed %d, round %d: %s %s %s: %s", SEED, rounds, request[0], path, body, answer.body())
                        .isLessThan(500);
                assertThat(answer.body()).doesNotContain("Exception");
            }
        }
        LOG.info("{} requests with seed {}", rounds, SEED);
        assertThat(rounds).isPositive();
    }
}
