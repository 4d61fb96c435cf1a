package dev.elasticjob.registry.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.childprocess.ChildProcess;
import dev.elasticjob.registry.RegistryException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests TLS with a server that accepts only clients with a trusted certificate. */
class TlsTest {

    private static final String PASSWORD = "changeit";

    private static ChildServer server;
    private static Path directory;

    @BeforeAll
    static void start(@TempDir Path keys) throws IOException, InterruptedException {
        directory = keys;
        for (String name : List.of("server", "client")) {
            keytool("-genkeypair", "-alias", name, "-keyalg", "EC", "-dname", "CN=localhost", "-validity", "30")
                    .in(name + "-keys.p12");
            keytool("-exportcert", "-alias", name, "-file", file(name + ".crt")).in(name + "-keys.p12");
        }
        keytool("-importcert", "-noprompt", "-alias", "client", "-file", file("client.crt"))
                .in("server-trust.p12");
        keytool("-importcert", "-noprompt", "-alias", "server", "-file", file("server.crt"))
                .in("client-trust.p12");
        server = ChildServer.start(
                keys,
                Map.of(
                        "zookeeper.serverCnxnFactory",
                        "org.apache.zookeeper.server.NettyServerCnxnFactory",
                        "zookeeper.authProvider.x509",
                        "org.apache.zookeeper.server.auth.X509AuthenticationProvider",
                        "zookeeper.ssl.clientAuth",
                        "need",
                        "zookeeper.ssl.keyStore.location",
                        file("server-keys.p12"),
                        "zookeeper.ssl.keyStore.password",
                        PASSWORD,
                        "zookeeper.ssl.trustStore.location",
                        file("server-trust.p12"),
                        "zookeeper.ssl.trustStore.password",
                        PASSWORD),
                true);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void a_client_with_a_certificate_works() {
        try (ZookeeperRegistryCenter center = new ZookeeperRegistryCenter(trusting())) {
            Sessions.create(Sessions.open(center), "/node", "");
            assertThat(Sessions.exists(Sessions.await(center.openSession()), "/node"))
                    .isTrue();
        }
    }

    @Test
    void the_certificate_may_own_the_nodes() throws Exception {
        ZookeeperConfiguration configuration = trusting();
        configuration.setAclMode(AclMode.CREATOR);
        try (ZookeeperRegistryCenter center = new ZookeeperRegistryCenter(configuration)) {
            ZookeeperRegistrySession session = (ZookeeperRegistrySession) Sessions.open(center);
            Sessions.create(session, "/owned", "");

            assertThat(session.connection().client().getACL("/jobs/owned", null))
                    .singleElement()
                    .satisfies(acl ->
                            assertThat(acl.getId().toString()).contains("x509").contains("CN=localhost"));
        }
    }

    @Test
    void a_client_without_a_certificate_does_not_get_in() {
        ZookeeperConfiguration stranger = new ZookeeperConfiguration(server.connectString(), "jobs");
        stranger.setConnectionTimeoutMilliseconds(3000);
        stranger.setClientProperty("zookeeper.client.secure", "true");
        trust(stranger);
        refused(stranger);
    }

    @Test
    void a_client_without_tls_does_not_get_in() {
        ZookeeperConfiguration plain = new ZookeeperConfiguration(server.connectString(), "jobs");
        plain.setConnectionTimeoutMilliseconds(3000);
        refused(plain);
    }

    private static void refused(ZookeeperConfiguration configuration) {
        try (ZookeeperRegistryCenter center = new ZookeeperRegistryCenter(configuration)) {
            assertThatThrownBy(center::init)
                    .isInstanceOf(RegistryException.class)
                    .hasMessageContaining("no session within 3000 ms");
        }
    }

    private static ZookeeperConfiguration trusting() {
        ZookeeperConfiguration configuration = new ZookeeperConfiguration(server.connectString(), "jobs");
        configuration.setClientProperty("zookeeper.client.secure", "true");
        configuration.setClientProperty("zookeeper.ssl.keyStore.location", file("client-keys.p12"));
        configuration.setClientProperty("zookeeper.ssl.keyStore.password", PASSWORD);
        trust(configuration);
        return configuration;
    }

    private static void trust(ZookeeperConfiguration configuration) {
        configuration.setClientProperty("zookeeper.ssl.trustStore.location", file("client-trust.p12"));
        configuration.setClientProperty("zookeeper.ssl.trustStore.password", PASSWORD);
        configuration.setClientProperty("zookeeper.ssl.hostnameVerification", "false");
    }

    private static String file(String name) {
        return directory.resolve(name).toString();
    }

    private interface Keytool {
        void in(String store);
    }

    private static Keytool keytool(String... arguments) {
        return store -> {
            try (ChildProcess keytool = ChildProcess.program(ChildProcess.tool("keytool"))
                    .arguments(arguments)
                    .arguments("-keystore", file(store), "-storetype", "PKCS12", "-storepass", PASSWORD)
                    .start()) {
                keytool.awaitSuccess();
            }
        };
    }
}
