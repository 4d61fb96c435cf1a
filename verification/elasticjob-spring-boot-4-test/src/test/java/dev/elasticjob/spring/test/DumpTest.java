package dev.elasticjob.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.snapshot.SnapshotService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

class DumpTest extends ZookeeperTest {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    private static final String[] JOB = {
        "spring.datasource.url=jdbc:h2:mem:dump",
        "elasticjob.jobs.dumped.elastic-job-type=SCRIPT",
        "elasticjob.jobs.dumped.sharding-total-count=1",
        "elasticjob.jobs.dumped.props.script.command.line=echo"
    };

    private static String[] with(String... more) {
        String[] all = java.util.Arrays.copyOf(JOB, JOB.length + more.length);
        System.arraycopy(more, 0, all, JOB.length, more.length);
        return all;
    }

    @Test
    void a_port_answers_with_the_tree_of_a_job() throws IOException {
        ConfigurableApplicationContext context = start(Application.class, with("elasticjob.dump.port=0"));
        int port = context.getBean(SnapshotService.class).port();
        await().until(() -> dump(port).contains("/dumped/config |"));
        context.close();
        assertThat(context.isActive()).isFalse();
    }

    private static String dump(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write("dump@dumped\n".getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void a_second_instance_on_a_host_starts_although_the_first_has_the_port() throws IOException {
        int port = start(Application.class, with("elasticjob.dump.port=0"))
                .getBean(SnapshotService.class)
                .port();

        ConfigurableApplicationContext second = start(Application.class, with("elasticjob.dump.port=" + port));

        assertThat(second.isActive()).isTrue();
        await().until(() -> dump(port).contains("/dumped/config |"));
    }

    @Test
    void there_is_no_port_unless_one_is_named() {
        assertThat(start(Application.class, with()).getBeansOfType(SnapshotService.class))
                .isEmpty();
    }

    @Test
    void a_port_can_be_switched_off() {
        ConfigurableApplicationContext context =
                start(Application.class, with("elasticjob.dump.port=0", "elasticjob.dump.enabled=false"));
        assertThat(context.getBeansOfType(SnapshotService.class)).isEmpty();
    }
}
