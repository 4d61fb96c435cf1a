package dev.elasticjob.registry.zookeeper;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.registry.RegistryException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OldServerTest {

    @Test
    void a_server_without_persistent_watches_is_refused_with_the_version_that_is_needed(@TempDir Path directory) {
        try (ChildServer server = ChildServer.startVersion("zookeeper-too-old", directory);
                ZookeeperRegistryCenter center =
                        new ZookeeperRegistryCenter(new ZookeeperConfiguration(server.connectString(), "jobs"))) {
            assertThatThrownBy(center::init)
                    .isInstanceOf(RegistryException.class)
                    .hasMessageContaining(server.connectString())
                    .hasMessageContaining("ZooKeeper 3.6 or newer");
        }
    }
}
