package dev.elasticjob.registry.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.registry.RegistryException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.AppConfigurationEntry.LoginModuleControlFlag;
import javax.security.auth.login.Configuration;
import org.apache.zookeeper.server.auth.DigestLoginModule;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Tests SASL with DIGEST-MD5, with a server that requires it. The JVM has one JAAS configuration for all tests. */
@Isolated
class SaslTest {

    private static ChildServer server;
    private static Configuration before;

    @BeforeAll
    static void start(@TempDir Path directory) throws IOException {
        Path jaas = Files.writeString(
                directory.resolve("server.jaas"),
                "Server { " + DigestLoginModule.class.getName() + " required user_jobs=\"secret\"; };");
        server = ChildServer.start(
                directory,
                Map.of(
                        "java.security.auth.login.config", jaas.toString(),
                        "zookeeper.sessionRequireClientSASLAuth", "true",
                        "zookeeper.authProvider.1", "org.apache.zookeeper.server.auth.SASLAuthenticationProvider"),
                false);
        before = configured();
        Configuration.setConfiguration(new Configuration() {
            @Override
            public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
                return switch (name) {
                    case "Right" -> login("secret");
                    case "Wrong" -> login("wrong");
                    default -> null;
                };
            }
        });
    }

    @AfterAll
    static void stop() {
        Configuration.setConfiguration(before);
        server.close();
    }

    @Test
    void a_client_with_the_password_owns_its_nodes() throws Exception {
        ZookeeperConfiguration configuration = configuration("Right");
        configuration.setAclMode(AclMode.CREATOR);
        try (ZookeeperRegistryCenter center = new ZookeeperRegistryCenter(configuration)) {
            ZookeeperRegistrySession session = (ZookeeperRegistrySession) Sessions.open(center);
            Sessions.create(session, "/node", "");

            assertThat(session.connection().client().getACL("/jobs/node", null))
                    .singleElement()
                    .satisfies(acl ->
                            assertThat(acl.getId().toString()).contains("sasl").contains("jobs"));
        }
    }

    @Test
    void a_client_with_another_password_is_rejected_immediately() {
        try (ZookeeperRegistryCenter center = new ZookeeperRegistryCenter(configuration("Wrong"))) {
            assertThatThrownBy(center::init)
                    .isInstanceOf(RegistryException.class)
                    .hasMessageContaining("AUTHFAILED")
                    .hasMessageContaining("JAAS");
        }
    }

    @Test
    void a_client_that_may_not_use_the_mechanism_receives_the_remedy() {
        ZookeeperConfiguration configuration = configuration("Right");
        configuration.setClientProperty("zookeeper.fips-mode", "true");
        try (ZookeeperRegistryCenter center = new ZookeeperRegistryCenter(configuration)) {
            assertThatThrownBy(center::init)
                    .isInstanceOf(RegistryException.class)
                    .hasMessageContaining("zookeeper.fips-mode");
        }
    }

    @Test
    void a_client_that_does_not_authenticate_is_rejected_immediately() {
        try (ZookeeperRegistryCenter center =
                new ZookeeperRegistryCenter(new ZookeeperConfiguration(server.connectString(), "jobs"))) {
            assertThatThrownBy(center::init)
                    .isInstanceOf(RegistryException.class)
                    .hasMessageContaining("only clients that authenticate with SASL");
        }
    }

    private static ZookeeperConfiguration configuration(String section) {
        ZookeeperConfiguration configuration = new ZookeeperConfiguration(server.connectString(), "jobs");
        configuration.setClientProperty("zookeeper.sasl.clientconfig", section);
        configuration.setClientProperty("zookeeper.fips-mode", "false");
        return configuration;
    }

    private static AppConfigurationEntry[] login(String password) {
        Map<String, String> options = Map.of("username", "jobs", "password", password);
        return new AppConfigurationEntry[] {
            new AppConfigurationEntry(DigestLoginModule.class.getName(), LoginModuleControlFlag.REQUIRED, options)
        };
    }

    private static Configuration configured() {
        try {
            return Configuration.getConfiguration();
        } catch (SecurityException e) {
            // No configuration, as in most JVMs.
            return null;
        }
    }
}
