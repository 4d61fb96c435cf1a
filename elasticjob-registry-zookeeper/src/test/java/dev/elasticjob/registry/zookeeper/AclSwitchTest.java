package dev.elasticjob.registry.zookeeper;

import static dev.elasticjob.registry.Transaction.ANY_VERSION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Refusal;
import dev.elasticjob.registry.CommitResult.Refused;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistryException;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Protects a namespace in use with a digest, as docs/zookeeper.md describes; no client is rejected in the process. */
class AclSwitchTest {

    private static final String DIGEST = "jobs:secret";

    private EmbeddedZookeeper server;
    private final List<ZookeeperRegistryCenter> centers = new ArrayList<>();
    private int nodes;

    @BeforeEach
    void start() {
        server = EmbeddedZookeeper.startTemporary();
    }

    @AfterEach
    void stop() {
        centers.forEach(ZookeeperRegistryCenter::close);
        server.close();
    }

    @Test
    void no_client_is_rejected_while_a_cluster_in_use_is_protected_step_by_step() {
        RegistrySession plain = open(configuration());
        RegistrySession secondPlain = open(configuration());
        Sessions.create(plain, "/tree", "");
        requireAllWork(List.of(plain, secondPlain));

        RegistrySession authenticating = open(authenticating());
        requireAllWork(List.of(plain, secondPlain, authenticating));
        plain.close();
        RegistrySession secondAuthenticating = open(authenticating());
        requireAllWork(List.of(secondPlain, authenticating, secondAuthenticating));
        secondPlain.close();

        RegistrySession enforcing = open(enforcing());
        requireAllWork(List.of(authenticating, secondAuthenticating, enforcing));
        authenticating.close();
        RegistrySession secondEnforcing = open(enforcing());
        requireAllWork(List.of(secondAuthenticating, enforcing, secondEnforcing));
        secondAuthenticating.close();

        AclMigration.Result migrated = AclMigration.run(enforcing());
        assertThat(migrated.changed()).isPositive();
        requireAllWork(List.of(enforcing, secondEnforcing));
        assertThat(AclMigration.run(enforcing())).isEqualTo(new AclMigration.Result(nodes + 2, 0));
        assertThatThrownBy(() -> open(configuration())).isInstanceOf(RegistryException.class);

        RegistrySession back = open(authenticating());
        requireAllWork(List.of(enforcing, secondEnforcing, back));
        assertThat(AclMigration.run(authenticating()).changed()).isPositive();
        requireAllWork(List.of(back, open(configuration())));
    }

    @Test
    void a_client_without_credentials_receives_the_reason_when_nodes_are_protected_too_early() {
        RegistrySession plain = open(configuration());
        Sessions.create(plain, "/tree", "");
        RegistrySession enforcing = open(enforcing());
        Sessions.create(enforcing, "/tree/protected", "");

        ReadResult read = Sessions.await(plain.read(ReadRequest.of("/tree/protected")));
        assertThat(read).isInstanceOf(ReadResult.Failed.class);
        assertThat(((ReadResult.Failed) read).reason()).contains("NOAUTH").contains("digest");
        CommitResult set = Sessions.commit(plain, Transaction.builder().set("/tree/protected", "", ANY_VERSION));
        assertThat(set).isInstanceOf(Refused.class);
        assertThat(((Refused) set).refusal()).isEqualTo(Refusal.NOT_ALLOWED);
        assertThat(((Refused) set).reason()).contains("/tree/protected").contains("no digest is set");

        AclMigration.run(enforcing());
        ZookeeperConfiguration wrong = configuration();
        wrong.setDigest("jobs:wrong");
        assertThatThrownBy(() -> open(wrong))
                .isInstanceOf(RegistryException.class)
                .hasMessageContaining("not the one they were created with")
                .hasMessageNotContaining("jobs:wrong");
        assertThatThrownBy(() -> AclMigration.run(wrong))
                .isInstanceOf(RegistryException.class)
                .hasMessageContaining("NOAUTH");
    }

    @Test
    void protecting_nodes_without_authenticating_is_refused_at_the_start() {
        ZookeeperConfiguration configuration = configuration();
        configuration.setAclMode(AclMode.CREATOR);

        assertThatThrownBy(() -> open(configuration))
                .isInstanceOf(RegistryException.class)
                .hasMessageContaining("INVALIDACL")
                .hasMessageContaining("aclMode");
    }

    @Test
    void a_migration_without_servers_is_rejected() {
        ZookeeperConfiguration configuration = new ZookeeperConfiguration("127.0.0.1:1", "jobs");
        configuration.setConnectionTimeoutMilliseconds(300);

        assertThatThrownBy(() -> AclMigration.run(configuration))
                .isInstanceOf(RegistryException.class)
                .hasMessageContaining("300 ms");
    }

    /** Each session creates nodes of both kinds, and reads, sets and deletes the nodes of every other session. */
    private void requireAllWork(List<RegistrySession> sessions) {
        for (RegistrySession maker : sessions) {
            for (RegistrySession user : sessions) {
                for (Mode mode : Mode.values()) {
                    String path = "/tree/passing";
                    Sessions.committed(maker, Transaction.builder().create(path, "", mode));
                    assertThat(Sessions.exists(user, path)).isTrue();
                    Sessions.committed(user, Transaction.builder().set(path, "1", 0));
                    Sessions.committed(user, Transaction.builder().delete(path, 1));
                }
            }
            Sessions.create(maker, "/tree/kept" + nodes++, "");
        }
        for (RegistrySession user : sessions) {
            Transaction.Builder all = Transaction.builder();
            for (int i = 0; i < nodes; i++) {
                all.set("/tree/kept" + i, "", ANY_VERSION);
            }
            Sessions.committed(user, all);
        }
    }

    private RegistrySession open(ZookeeperConfiguration configuration) {
        ZookeeperRegistryCenter center = new ZookeeperRegistryCenter(configuration);
        centers.add(center);
        return Sessions.open(center);
    }

    private ZookeeperConfiguration configuration() {
        return new ZookeeperConfiguration(server.connectString(), "jobs");
    }

    private ZookeeperConfiguration authenticating() {
        ZookeeperConfiguration configuration = enforcing();
        configuration.setAclMode(AclMode.OPEN);
        return configuration;
    }

    private ZookeeperConfiguration enforcing() {
        ZookeeperConfiguration configuration = configuration();
        configuration.setDigest(DIGEST);
        return configuration;
    }
}
