package dev.elasticjob.registry.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedZookeeperTest {

    @Test
    void data_is_kept_over_restarts_in_one_jvm(@TempDir Path directory) {
        int port = 0;
        for (int i = 0; i < 3; i++) {
            try (EmbeddedZookeeper server = EmbeddedZookeeper.start(directory, port);
                    ZookeeperRegistryCenter center =
                            new ZookeeperRegistryCenter(new ZookeeperConfiguration(server.connectString(), "jobs"))) {
                Sessions.create(Sessions.open(center), "/node" + i, "");
                assertThat(Sessions.exists(Sessions.await(center.openSession()), "/node0"))
                        .isTrue();
                port = server.port();
            }
        }
    }

    @Test
    void it_listens_on_the_loopback_address_only() {
        try (EmbeddedZookeeper server = EmbeddedZookeeper.startTemporary()) {
            assertThat(server.server().getServerCnxnFactory().getLocalAddress().getAddress())
                    .satisfies(
                            address -> assertThat(address.isLoopbackAddress()).isTrue());
        }
    }

    @Test
    void a_port_in_use_is_reported(@TempDir Path directory) {
        try (EmbeddedZookeeper first = EmbeddedZookeeper.startTemporary()) {
            assertThatThrownBy(() -> EmbeddedZookeeper.start(directory, first.port()))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("port " + first.port())
                    .hasMessageContaining(directory.toString());
        }
    }

    @Test
    void a_directory_in_use_is_reported(@TempDir Path directory) {
        try (EmbeddedZookeeper first = EmbeddedZookeeper.start(directory, 0)) {
            assertThat(first.port()).isPositive();
            assertThatThrownBy(() -> EmbeddedZookeeper.start(directory, 0))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("another server uses this directory");
        }
    }

    @Test
    void a_library_that_is_missing_is_named() throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (!entry.matches(".*(metrics-core|snappy-java).*")) {
                urls.add(Path.of(entry).toUri().toURL());
            }
        }
        try (URLClassLoader slim = new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
            Class<?> server = slim.loadClass(EmbeddedZookeeper.class.getName());

            assertThatThrownBy(() -> server.getMethod("startTemporary").invoke(null))
                    .isInstanceOf(InvocationTargetException.class)
                    .cause()
                    .hasMessageContaining("io.dropwizard.metrics:metrics-core")
                    .hasMessageContaining("org.xerial.snappy:snappy-java");
        }
    }
}
