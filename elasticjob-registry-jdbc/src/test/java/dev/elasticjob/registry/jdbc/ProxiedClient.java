package dev.elasticjob.registry.jdbc;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.jdbc.TestServers.Database;
import dev.elasticjob.test.net.FaultyProxy;
import dev.elasticjob.test.registry.FaultyClient;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.function.Predicate;

/** Center whose connections pass through a proxy. */
final class ProxiedClient implements FaultyClient {

    private final Database database;
    private final FaultyProxy proxy;
    private final JdbcRegistryCenter center;

    ProxiedClient(Database database, String namespace) {
        this.database = database;
        this.proxy = FaultyProxy.to(database.server());
        JdbcConfiguration configuration = new JdbcConfiguration(database.url(proxy.address()), namespace);
        configuration.setUsername(database.kind().user);
        configuration.setInitializeSchema(InitializeSchema.ALWAYS);
        configuration.setSessionTimeoutMilliseconds(120_000);
        configuration.setConnectionTimeoutMilliseconds(60_000);
        configuration.setPollIntervalMilliseconds(50);
        center = new JdbcRegistryCenter(configuration);
    }

    @Override
    public CoordinatorRegistryCenter center() {
        return center;
    }

    @Override
    public void cut(RegistrySession session) {
        proxy.cut();
    }

    @Override
    public void heal(RegistrySession session) {
        proxy.heal();
    }

    @Override
    public void loseNextCommit(RegistrySession session, Loss loss) {
        if (loss == Loss.BEFORE_APPLYING) {
            proxy.cutBeforeRequest(has("ej_commit"));
        } else {
            proxy.cutBeforeAnswer(has("ej_commit"), has("r_outcome"));
        }
    }

    private static Predicate<byte[]> has(String text) {
        return piece -> new String(piece, StandardCharsets.ISO_8859_1).contains(text);
    }

    @Override
    public void expire(RegistrySession session) {
        try {
            TestSessions.end(database.url(), database.kind().user, session.id());
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        center.close();
        proxy.close();
    }
}
