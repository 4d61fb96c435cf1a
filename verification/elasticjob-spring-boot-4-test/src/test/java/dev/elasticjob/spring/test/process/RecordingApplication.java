package dev.elasticjob.spring.test.process;

import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Writes a line into a file when an item starts and when it ends. Jobs without a schedule are executed once. {@code main} returns:
 * without a web server, the jobs keep the process alive until it is terminated.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration(
        excludeName = {
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
        })
public class RecordingApplication {

    public static void main(String[] args) {
        SpringApplication application = new SpringApplication(RecordingApplication.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        ConfigurableApplicationContext context = application.run(args);
        context.getBeansOfType(OneOffJobBootstrap.class).values().forEach(OneOffJobBootstrap::execute);
    }

    @Bean
    RecordingJob recordingJob(
            @Value("${record.file}") Path file, @Value("${record.work-milliseconds:150}") long workMillis) {
        return new RecordingJob(file, workMillis);
    }

    public static final class RecordingJob implements SimpleJob {

        private final Path file;
        private final long workMillis;

        RecordingJob(Path file, long workMillis) {
            this.file = file;
            this.workMillis = workMillis;
        }

        @Override
        public void execute(ShardingContext context) {
            write("begin", context);
            try {
                new CountDownLatch(1).await(workMillis, TimeUnit.MILLISECONDS);
                write("end", context);
            } catch (InterruptedException interrupted) {
                write("interrupted", context);
            }
        }

        private synchronized void write(String what, ShardingContext context) {
            String instant = context.getScheduledAt().map(Instant::toString).orElse("none");
            try {
                Files.write(
                        file,
                        List.of(what + " " + instant + " " + context.getShardingItem()),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
            } catch (IOException cannotRecord) {
                throw new IllegalStateException("The test cannot count", cannotRecord);
            }
        }
    }
}
