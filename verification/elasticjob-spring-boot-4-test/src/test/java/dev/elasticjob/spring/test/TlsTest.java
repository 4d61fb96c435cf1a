package dev.elasticjob.spring.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.childprocess.ChildProcess;
import dev.elasticjob.spring.test.process.TlsServer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Tests TLS to ZooKeeper, whose client uses the Netty version of Spring Boot: 4.2 or 4.1. */
class TlsTest extends ZookeeperTest {

    private static final String PASSWORD = "changeit";
    private static final Pattern PORT = Pattern.compile("port (\\d+)\\.");

    @TempDir
    Path directory;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(SpringBootSimpleJob.class)
    static class Application {
        @Bean
        Runs runs() {
            return new Runs();
        }
    }

    private String file(String name) {
        return directory.resolve(name).toString();
    }

    private void keytool(String store, String... arguments) {
        try (ChildProcess keytool = ChildProcess.program(ChildProcess.tool("keytool"))
                .arguments("-keystore", file(store), "-storetype", "PKCS12", "-storepass", PASSWORD)
                .arguments(arguments)
                .start()) {
            keytool.awaitSuccess();
        }
    }

    private JavaProcess startServer() {
        return new JavaProcess(
                List.of(),
                List.of(
                        "-Dzookeeper.serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory",
                        "-Dzookeeper.ssl.clientAuth=none",
                        "-Dzookeeper.ssl.keyStore.location=" + file("server.p12"),
                        "-Dzookeeper.ssl.keyStore.password=" + PASSWORD,
                        "-Dzookeeper.ssl.trustStore.location=" + file("trust.p12"),
                        "-Dzookeeper.ssl.trustStore.password=" + PASSWORD),
                TlsServer.class.getName(),
                List.of(directory.toString()));
    }

    private static int awaitPort(JavaProcess server) {
        return await().until(
                        () -> {
                            if (!server.isAlive()) {
                                throw new AssertionError(server.output());
                            }
                            Matcher port = PORT.matcher(server.output());
                            return port.find() ? Integer.parseInt(port.group(1)) : 0;
                        },
                        port -> port > 0);
    }

    @Test
    void jobs_run_over_tls_and_not_without() throws Exception {
        keytool(
                "server.p12",
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-validity",
                "30");
        keytool("server.p12", "-exportcert", "-alias", "server", "-file", file("server.crt"));
        keytool("trust.p12", "-importcert", "-noprompt", "-alias", "server", "-file", file("server.crt"));
        try (JavaProcess server = startServer()) {
            String servers = "elasticjob.reg-center.server-lists=127.0.0.1:" + awaitPort(server);
            String[] job = {
                servers,
                "spring.datasource.url=jdbc:h2:mem:tls",
                "elasticjob.jobs.secure.elastic-job-class=" + SpringBootSimpleJob.class.getName(),
                "elasticjob.jobs.secure.job-bootstrap-bean-name=secure",
                "elasticjob.jobs.secure.sharding-total-count=2",
                "elasticjob.reg-center.client-properties.zookeeper.client.secure=true",
                "elasticjob.reg-center.client-properties.zookeeper.ssl.trustStore.location=" + file("trust.p12"),
                "elasticjob.reg-center.client-properties.zookeeper.ssl.trustStore.password=" + PASSWORD,
                "elasticjob.reg-center.client-properties.zookeeper.ssl.hostnameVerification=false"
            };
            ConfigurableApplicationContext context = start(Application.class, WebApplicationType.NONE, job);
            context.getBean("secure", OneOffJobBootstrap.class).execute().get(60, TimeUnit.SECONDS);
            assertThat(context.getBean(Runs.class).itemsOf("secure")).hasSize(2);
            context.close();

            assertThatThrownBy(() -> start(
                            Application.class,
                            servers,
                            "spring.datasource.url=jdbc:h2:mem:tls",
                            "elasticjob.reg-center.connection-timeout-milliseconds=1000"))
                    .hasStackTraceContaining("no session within 1000 ms");
        }
    }
}
