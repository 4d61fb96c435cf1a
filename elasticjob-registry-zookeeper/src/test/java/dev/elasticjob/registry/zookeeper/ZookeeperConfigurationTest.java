package dev.elasticjob.registry.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZookeeperConfigurationTest {

    @Test
    void defaults_are_those_of_the_manual() {
        ZookeeperConfiguration configuration = new ZookeeperConfiguration("localhost:2181", "jobs");

        assertThat(configuration.getServerLists()).isEqualTo("localhost:2181");
        assertThat(configuration.getNamespace()).isEqualTo("jobs");
        assertThat(configuration.getBaseSleepTimeMilliseconds()).isEqualTo(1000);
        assertThat(configuration.getMaxSleepTimeMilliseconds()).isEqualTo(3000);
        assertThat(configuration.getMaxRetries()).isEqualTo(3);
        assertThat(configuration.getSessionTimeoutMilliseconds()).isEqualTo(60_000);
        assertThat(configuration.getConnectionTimeoutMilliseconds()).isEqualTo(15_000);
        assertThat(configuration.getDigest()).isEmpty();
        assertThat(configuration.getAclMode()).isEqualTo(AclMode.OPEN);
        new ZookeeperRegistryCenter(configuration).close();
    }

    @Test
    void with_a_digest_only_its_owner_may_use_the_nodes_by_default() {
        ZookeeperConfiguration configuration = new ZookeeperConfiguration("localhost:2181", "jobs");
        configuration.setDigest("user:password");

        assertThat(configuration.getAclMode()).isEqualTo(AclMode.CREATOR);
        configuration.setAclMode(AclMode.OPEN);
        assertThat(configuration.getAclMode()).isEqualTo(AclMode.OPEN);
    }

    @Test
    void settings_that_are_changed_before_init_are_used() {
        try (EmbeddedZookeeper server = EmbeddedZookeeper.startTemporary()) {
            ZookeeperConfiguration configuration = new ZookeeperConfiguration(server.connectString(), "jobs");
            try (ZookeeperRegistryCenter center = new ZookeeperRegistryCenter(configuration)) {
                configuration.setSessionTimeoutMilliseconds(7_000);
                center.init();

                assertThat(Sessions.await(center.openSession()).timeout()).hasMillis(7_000);
            }
        }
    }

    @Test
    void invalid_settings_are_named_by_init() {
        ZookeeperConfiguration configuration = new ZookeeperConfiguration("localhost:2181", "jobs");
        try (ZookeeperRegistryCenter center = new ZookeeperRegistryCenter(configuration)) {
            configuration.setMaxRetries(-1);
            assertThatIllegalArgumentException().isThrownBy(center::init).withMessageContaining("maxRetries");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ",", "/chroot", "host:port", "host:0", ":2181", "host:2181//twice"})
    void wrong_server_lists_are_refused(String servers) {
        refused("serverLists", servers, new ZookeeperConfiguration(servers, "jobs"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"host", "host:2181", "host:2181/", "h1:2181, h2:2182/some/path", "[::1]:2181", "127.0.0.1:1"})
    void server_lists_may_have_several_forms(String servers) {
        new ZookeeperRegistryCenter(new ZookeeperConfiguration(servers, "jobs")).close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "/jobs", "jobs/", "a//b", "a/../b", "zookeeper", "zookeeper/jobs", "a\u0000b"})
    void wrong_namespaces_are_refused(String namespace) {
        refused("namespace", namespace, new ZookeeperConfiguration("localhost:2181", namespace));
    }

    @Test
    void wrong_numbers_are_refused() {
        refusedNumber("baseSleepTimeMilliseconds", each -> each.setBaseSleepTimeMilliseconds(-1));
        refusedNumber("maxSleepTimeMilliseconds", each -> each.setMaxSleepTimeMilliseconds(-1));
        refusedNumber("maxRetries", each -> each.setMaxRetries(-1));
        refusedNumber("sessionTimeoutMilliseconds", each -> each.setSessionTimeoutMilliseconds(-1));
        refusedNumber("connectionTimeoutMilliseconds", each -> each.setConnectionTimeoutMilliseconds(-1));
        ZookeeperConfiguration swapped = new ZookeeperConfiguration("localhost:2181", "jobs");
        swapped.setBaseSleepTimeMilliseconds(4000);
        refused("maxSleepTimeMilliseconds", "3000", swapped);
        ZookeeperConfiguration buffer = new ZookeeperConfiguration("localhost:2181", "jobs");
        buffer.setClientProperty("jute.maxbuffer", "many");
        refused("jute.maxbuffer", "many", buffer);
    }

    @Test
    void a_digest_without_user_is_refused_and_not_shown() {
        ZookeeperConfiguration configuration = new ZookeeperConfiguration("localhost:2181", "jobs");
        configuration.setDigest("secret-without-user");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ZookeeperRegistryCenter(configuration))
                .withMessageContaining("digest")
                .withMessageContaining("user:password")
                .withMessageNotContaining("secret-without-user");
    }

    @Test
    void secrets_are_not_shown() {
        ZookeeperConfiguration configuration = new ZookeeperConfiguration("localhost:2181", "jobs");
        configuration.setDigest("user:secret");
        configuration.setClientProperty("zookeeper.ssl.keyStore.password", "hidden");

        assertThat(configuration.toString())
                .contains("localhost:2181", "jobs", "zookeeper.ssl.keyStore.password")
                .doesNotContain("secret")
                .doesNotContain("hidden");
        try (ZookeeperRegistryCenter center = new ZookeeperRegistryCenter(configuration)) {
            assertThat(center.describe()).contains("localhost:2181", "jobs").doesNotContain("secret");
        }
    }

    private static void refusedNumber(String setting, Consumer<ZookeeperConfiguration> change) {
        ZookeeperConfiguration configuration = new ZookeeperConfiguration("localhost:2181", "jobs");
        change.accept(configuration);
        refused(setting, "-1", configuration);
    }

    private static void refused(String setting, String value, ZookeeperConfiguration configuration) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ZookeeperRegistryCenter(configuration))
                .withMessageContaining(setting)
                .withMessageContaining("'" + value + "'");
    }
}
