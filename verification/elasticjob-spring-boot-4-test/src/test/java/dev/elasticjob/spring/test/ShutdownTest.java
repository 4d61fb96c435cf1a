package dev.elasticjob.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.scheduler.OneOffResult;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;

/** Tests that a run in progress continues to its end when the application shuts down, with all required beans still available. */
class ShutdownTest extends ZookeeperTest {

    static class LongJob implements SimpleJob {
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch closing = new CountDownLatch(1);
        final List<String> found = new CopyOnWriteArrayList<>();
        private final JdbcTemplate database;
        private final Environment environment;

        LongJob(JdbcTemplate database, Environment environment) {
            this.database = database;
            this.environment = environment;
        }

        @EventListener(ContextClosedEvent.class)
        void contextCloses() {
            closing.countDown();
        }

        @Override
        public void execute(ShardingContext context) {
            begun.countDown();
            try {
                found.add("closing " + closing.await(60, TimeUnit.SECONDS));
                found.add("database " + database.queryForObject("select 7", Integer.class));
                found.add("web server " + askOurselves());
            } catch (InterruptedException | IOException failed) {
                found.add(failed.toString());
            }
        }

        private int askOurselves() throws IOException, InterruptedException {
            URI address = URI.create("http://127.0.0.1:" + environment.getProperty("local.server.port") + "/none");
            return HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(address)
                                    .timeout(Duration.ofSeconds(10))
                                    .build(),
                            HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(LongJob.class)
    static class Application {}

    @Test
    void a_run_ends_before_data_source_and_web_server_go() throws Exception {
        ConfigurableApplicationContext context = start(
                Application.class,
                WebApplicationType.SERVLET,
                "server.port=0",
                "server.address=127.0.0.1",
                "spring.datasource.url=jdbc:h2:mem:shutdown",
                "elasticjob.jobs.long.elastic-job-class=" + LongJob.class.getName(),
                "elasticjob.jobs.long.job-bootstrap-bean-name=long",
                "elasticjob.jobs.long.sharding-total-count=1");
        LongJob job = context.getBean(LongJob.class);
        CompletableFuture<OneOffResult> run =
                context.getBean("long", OneOffJobBootstrap.class).execute();
        assertThat(job.begun.await(60, TimeUnit.SECONDS)).isTrue();
        context.close();
        assertThat(job.found).containsExactly("closing true", "database 7", "web server 404");
        assertThat(run).isDone();
    }
}
