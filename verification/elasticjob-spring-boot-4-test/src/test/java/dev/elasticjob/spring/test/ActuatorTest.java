package dev.elasticjob.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.zookeeper.EmbeddedZookeeper;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;
import dev.elasticjob.spring.test.process.RecordingApplication;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Tests health, endpoint and metrics over HTTP, like an operator. */
class ActuatorTest extends ZookeeperTest {

    /** Time limit for actions of other processes. */
    private static final Duration LONG = Duration.ofSeconds(90);

    private static final Pattern COUNTED = Pattern.compile("\"COUNT\",\"value\":[1-9]");

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    static class FailingJob implements SimpleJob {
        @Override
        public void execute(ShardingContext context) {
            throw new IllegalStateException("on purpose");
        }
    }

    /** Job code whose first run under each job name lasts until it is released. */
    static class HeldJob implements SimpleJob {
        final Set<String> begun = ConcurrentHashMap.newKeySet();
        final CountDownLatch released = new CountDownLatch(1);

        @Override
        public void execute(ShardingContext context) throws InterruptedException {
            if (begun.add(context.getJobName()) && !released.await(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("It was not released");
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({SpringBootSimpleJob.class, FailingJob.class, HeldJob.class})
    static class Application {
        @Bean
        Runs runs() {
            return new Runs();
        }
    }

    private ConfigurableApplicationContext startWithWeb(String... settings) {
        String[] all = new String[settings.length + 12];
        all[0] = "server.port=0";
        all[1] = "server.address=127.0.0.1";
        all[2] = "management.endpoints.web.exposure.include=health,elasticjob,metrics";
        all[3] = "management.endpoint.health.show-details=always";
        all[4] = "elasticjob.jobs.ticking.elastic-job-class=" + SpringBootSimpleJob.class.getName();
        all[5] = "elasticjob.jobs.ticking.cron=0/1 * * * * ?";
        all[6] = "elasticjob.jobs.ticking.sharding-total-count=2";
        all[7] = "elasticjob.jobs.failing.elastic-job-class=" + FailingJob.class.getName();
        all[8] = "elasticjob.jobs.failing.sharding-total-count=1";
        all[9] = "elasticjob.jobs.failing.job-error-handler-type=IGNORE";
        all[10] = "elasticjob.jobs.failing.job-bootstrap-bean-name=failing";
        all[11] = "spring.datasource.url=jdbc:h2:mem:actuator";
        System.arraycopy(settings, 0, all, 12, settings.length);
        return start(Application.class, WebApplicationType.SERVLET, all);
    }

    private HttpResponse<String> get(ConfigurableApplicationContext context, String path) throws Exception {
        String port = context.getEnvironment().getProperty("local.server.port");
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/actuator" + path))
                .timeout(Duration.ofSeconds(60))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void the_endpoint_displays_jobs_items_next_fire_and_session() throws Exception {
        ConfigurableApplicationContext context = startWithWeb();
        await().until(() -> get(context, "/elasticjob").body().contains("\"items\":[0,1]"));
        assertThat(get(context, "/elasticjob").body())
                .contains("\"name\":\"ticking\"", "\"cron\":\"0/1 * * * * ?\"", "\"shardingTotalCount\":2")
                .containsPattern("\"nextInstant\":\"20\\d\\d-")
                .containsPattern("\"instanceId\":\"[^\"]+@-@")
                .containsPattern("\"id\":\"0x[0-9a-f]{2,}\",\"connected\":true");
    }

    @Test
    void metrics_count_runs_by_result_and_source() throws Exception {
        ConfigurableApplicationContext context = startWithWeb();
        context.getBean("failing", OneOffJobBootstrap.class).execute().get(60, TimeUnit.SECONDS);
        assertThat(get(context, "/metrics/elasticjob.runs?tag=job:failing&tag=result:failure&tag=source:one_off")
                        .body())
                .containsPattern("\"COUNT\",\"value\":1.0");
        await().until(() -> isCounted(context, "runs?tag=result:success&tag=source:normal_trigger"));
        assertThat(get(context, "/metrics/elasticjob.lateness?tag=job:ticking").statusCode())
                .isEqualTo(200);
        assertThat(get(context, "/metrics/elasticjob.running?tag=job:failing").body())
                .contains("\"value\":0.0");
        assertThat(get(context, "/metrics/elasticjob.registry.connected").body())
                .contains("\"value\":1.0");
        assertThat(get(context, "/metrics/elasticjob.history.dropped").body()).contains("\"value\":0.0");
    }

    @Test
    void counters_are_zero_before_the_first_event() throws Exception {
        ConfigurableApplicationContext context = startWithWeb();
        for (String counter : List.of(
                "misfires?tag=job:failing&tag=made.up:true",
                "failovers?tag=job:failing",
                "missed?tag=job:failing",
                "reports?tag=job:failing",
                "runs?tag=job:failing&tag=result:failure&tag=source:one_off",
                "runs?tag=job:failing&tag=result:abandoned&tag=source:failover")) {
            assertThat(get(context, "/metrics/elasticjob." + counter).body())
                    .as(counter)
                    .containsPattern("\"COUNT\",\"value\":0.0");
        }
    }

    private boolean isCounted(ConfigurableApplicationContext context, String meter) throws Exception {
        HttpResponse<String> answer = get(context, "/metrics/elasticjob." + meter);
        return answer.statusCode() == 200 && COUNTED.matcher(answer.body()).find();
    }

    @Test
    void metrics_count_the_fires_that_fall_due_while_an_item_runs() throws Exception {
        ConfigurableApplicationContext context = startWithWeb(
                "elasticjob.jobs.held.elastic-job-class=" + HeldJob.class.getName(),
                "elasticjob.jobs.held.cron=0/1 * * * * ?",
                "elasticjob.jobs.held.sharding-total-count=1",
                "elasticjob.jobs.dropping.elastic-job-class=" + HeldJob.class.getName(),
                "elasticjob.jobs.dropping.cron=0/1 * * * * ?",
                "elasticjob.jobs.dropping.misfire=false",
                "elasticjob.jobs.dropping.sharding-total-count=1");
        HeldJob job = context.getBean(HeldJob.class);
        await().until(() -> job.begun.size() == 2);
        await().until(() ->
                get(context, "/metrics/elasticjob.running?tag=job:held").body().contains("\"value\":1.0"));
        Instant later = Instant.now().plusSeconds(2);
        await().until(() -> Instant.now().isAfter(later));
        job.released.countDown();
        for (String meter : new String[] {
            "misfires?tag=made.up:true&tag=job:held",
            "runs?tag=job:held&tag=source:misfire",
            "misfires?tag=made.up:false&tag=job:dropping"
        }) {
            await().until(() -> isCounted(context, meter));
        }
    }

    @Test
    void metrics_count_a_run_that_is_taken_over_from_a_process_that_was_killed() throws Exception {
        Path record = directory.resolve("runs");
        JavaProcess other = new JavaProcess(
                List.of(),
                List.of(),
                RecordingApplication.class.getName(),
                List.of(
                        "--record.file=" + record,
                        "--record.work-milliseconds=600000",
                        "--elasticjob.reg-center.server-lists=" + servers(),
                        "--elasticjob.reg-center.namespace=" + namespace(),
                        "--elasticjob.reg-center.session-timeout-milliseconds=3000",
                        "--elasticjob.jobs.crashing.elastic-job-class="
                                + RecordingApplication.RecordingJob.class.getName(),
                        "--elasticjob.jobs.crashing.failover=true",
                        "--elasticjob.jobs.crashing.sharding-total-count=1"));
        ConfigurableApplicationContext context;
        try {
            await().atMost(LONG).until(() -> {
                if (!other.isAlive()) {
                    throw new AssertionError(other.output());
                }
                return Files.exists(record) && Files.readString(record).startsWith("begin");
            });
            context = startWithWeb(
                    "elasticjob.jobs.crashing.elastic-job-class=" + SpringBootSimpleJob.class.getName(),
                    "elasticjob.jobs.crashing.failover=true",
                    "elasticjob.jobs.crashing.sharding-total-count=1");
        } finally {
            other.close();
        }
        await().atMost(LONG).until(() -> isCounted(context, "failovers?tag=job:crashing"));
        await().atMost(LONG)
                .until(() -> isCounted(context, "runs?tag=job:crashing&tag=result:success&tag=source:failover"));
    }

    /** According to the registry, no instance was available for a quarter of an hour. */
    @Test
    void metrics_count_fires_that_no_instance_could_run() throws Exception {
        Instant now = Instant.now();
        int minute = now.minusSeconds(600).atZone(ZoneOffset.UTC).getMinute();
        String[] missing = {
            "elasticjob.jobs.missing.elastic-job-class=" + SpringBootSimpleJob.class.getName(),
            "elasticjob.jobs.missing.cron=0 " + minute + " * * * ?",
            "elasticjob.jobs.missing.time-zone=UTC",
            "elasticjob.jobs.missing.sharding-total-count=1"
        };
        ConfigurableApplicationContext before = startWithWeb(missing);
        await().until(() -> get(before, "/elasticjob").body().contains("\"name\":\"missing\""));
        try (ZookeeperRegistryCenter center =
                new ZookeeperRegistryCenter(new ZookeeperConfiguration(servers(), namespace()))) {
            center.init();
            RegistrySession session = center.openSession().toCompletableFuture().get(60, TimeUnit.SECONDS);
            String path = "/missing/leader/sharding";
            await().until(() -> text(session, path).contains("since"));
            before.close();
            String epoch = text(session, path)
                    .replaceFirst(
                            "(?m)^(since\\W+)\\d+", "$1" + now.minusSeconds(900).toEpochMilli());
            assertThat(session.commit(Transaction.builder()
                                    .set(path, epoch, Transaction.ANY_VERSION)
                                    .build())
                            .toCompletableFuture()
                            .get(60, TimeUnit.SECONDS))
                    .isInstanceOf(CommitResult.Committed.class);
        }
        ConfigurableApplicationContext context = startWithWeb(missing);
        await().until(() -> isCounted(context, "missed?tag=job:missing"));
    }

    private static String text(RegistrySession session, String path) throws Exception {
        ReadResult read = session.read(ReadRequest.of(path).synced())
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
        return ((ReadResult.Snapshot) read).node(path).map(Node::text).orElse("");
    }

    @Test
    void health_follows_the_registry() throws Exception {
        ConfigurableApplicationContext context;
        int port;
        try (EmbeddedZookeeper ofItsOwn = EmbeddedZookeeper.start(directory, 0)) {
            port = ofItsOwn.port();
            context = startWithWeb(
                    "elasticjob.reg-center.server-lists=" + ofItsOwn.connectString(),
                    "elasticjob.reg-center.connection-timeout-milliseconds=1000",
                    "elasticjob.reg-center.session-timeout-milliseconds=4000");
            await().until(() -> get(context, "/health/elasticjob").body().contains("\"status\":\"UP\""));
            assertThat(get(context, "/health/elasticjob").body()).contains("\"jobs\":2", "\"connected\":true");
        }
        await().until(() -> get(context, "/health/elasticjob").statusCode() == 503);
        assertThat(get(context, "/metrics/elasticjob.registry.connected").body())
                .contains("\"value\":0.0");
        EmbeddedZookeeper again = EmbeddedZookeeper.start(directory, port);
        try {
            await().until(() -> get(context, "/health/elasticjob").body().contains("\"status\":\"UP\""));
            context.close();
        } finally {
            again.close();
        }
    }

    @Test
    void only_health_is_displayed_by_default() throws Exception {
        ConfigurableApplicationContext context = startWithWeb("management.endpoints.web.exposure.include=health");
        assertThat(get(context, "/elasticjob").statusCode()).isEqualTo(404);
    }
}
