package dev.elasticjob.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.registry.zookeeper.EmbeddedZookeeper;
import dev.elasticjob.spring.boot.JobMetrics;
import dev.elasticjob.tracing.JobEvent;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Health, endpoint and metrics, asked over HTTP as an operator does. */
class ActuatorTest extends ZookeeperTest {

    private final HttpClient http = HttpClient.newHttpClient();

    static class FailingJob implements SimpleJob {
        @Override
        public void execute(ShardingContext context) {
            throw new IllegalStateException("on purpose");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({SpringBootSimpleJob.class, FailingJob.class})
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
                .timeout(Duration.ofSeconds(20))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void the_endpoint_shows_jobs_items_next_instant_and_session() throws Exception {
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
        context.getBean("failing", OneOffJobBootstrap.class).execute().get(30, TimeUnit.SECONDS);
        assertThat(get(context, "/metrics/elasticjob.runs?tag=job:failing&tag=result:failure&tag=source:one_off")
                        .body())
                .containsPattern("\"COUNT\",\"value\":1.0");
        await().until(() -> get(context, "/metrics/elasticjob.runs?tag=result:success&tag=source:normal_trigger")
                        .statusCode()
                == 200);
        assertThat(get(context, "/metrics/elasticjob.lateness?tag=job:ticking").statusCode())
                .isEqualTo(200);
        assertThat(get(context, "/metrics/elasticjob.running?tag=job:failing").body())
                .contains("\"value\":0.0");
        assertThat(get(context, "/metrics/elasticjob.registry.connected").body())
                .contains("\"value\":1.0");
        assertThat(get(context, "/metrics/elasticjob.history.dropped").body()).contains("\"value\":0.0");
    }

    /** What takes a crash or a long run to happen is told to the listener here, as the engine tells it. */
    @Test
    void metrics_count_misfires_failovers_and_missed_instants() throws Exception {
        ConfigurableApplicationContext context = startWithWeb();
        JobMetrics metrics = context.getBean(JobMetrics.class);
        Instant now = Instant.now();
        JobEvent.Run run = new JobEvent.Run(
                "run", "task", "instance", "ip", 0, 1, RunSource.FAILOVER, now, Optional.of(now), 2, 7);
        metrics.onEvent(new JobEvent.Misfired("told", now, 0, now, true));
        metrics.onEvent(new JobEvent.FailedOver("told", now, run, "lost"));
        metrics.onEvent(new JobEvent.Missed("told", now, 0, now, "nobody was there"));
        metrics.onEvent(new JobEvent.Started("told", now, run));
        assertThat(get(context, "/metrics/elasticjob.running?tag=job:told").body())
                .contains("\"value\":1.0");
        metrics.onEvent(new JobEvent.Abandoned("told", now, run, "interrupted"));
        for (String meter : new String[] {
            "misfires?tag=made.up:true&tag=job:told",
            "failovers?tag=job:told",
            "missed?tag=job:told",
            "runs?tag=job:told&tag=result:abandoned&tag=source:failover"
        }) {
            assertThat(get(context, "/metrics/elasticjob." + meter).body()).contains("\"value\":1.0");
        }
    }

    @Test
    void health_follows_the_registry() throws Exception {
        ConfigurableApplicationContext context;
        try (EmbeddedZookeeper ofItsOwn = EmbeddedZookeeper.startTemporary()) {
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
    }

    @Test
    void nothing_but_health_is_shown_unless_the_application_says_so() throws Exception {
        ConfigurableApplicationContext context = startWithWeb("management.endpoints.web.exposure.include=health");
        assertThat(get(context, "/elasticjob").statusCode()).isEqualTo(404);
    }
}
