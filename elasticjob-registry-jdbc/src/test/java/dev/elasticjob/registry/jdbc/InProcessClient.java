package dev.elasticjob.registry.jdbc;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.test.registry.FaultyClient;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Center on H2 in this process. There is no network, so faults are injected by wrapping its connections. */
final class InProcessClient implements FaultyClient {

    private static final Pattern CHANGE_OF_SESSION = Pattern.compile("UPDATE ej_session|DELETE FROM ej_session");

    private final String url;
    private final JdbcRegistryCenter center;
    private final List<Connection> open = new ArrayList<>();
    private boolean cut;
    private Optional<Loss> loss = Optional.empty();

    InProcessClient(String url, String namespace) {
        this.url = url;
        JdbcConfiguration configuration = new JdbcConfiguration(url, namespace);
        configuration.setSessionTimeoutMilliseconds(120_000);
        configuration.setConnectionTimeoutMilliseconds(60_000);
        configuration.setPollIntervalMilliseconds(20);
        center = new JdbcRegistryCenter(configuration, System::nanoTime, this::wrap);
    }

    private Connection wrap(Connection connection) {
        synchronized (open) {
            open.add(connection);
        }
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, new Faults(connection));
    }

    /** Strikes a connection. A loss strikes only a commit of nodes: after a reconnect, or the end of a session, it is still to come. */
    private final class Faults implements InvocationHandler {

        private final Connection connection;
        private boolean changesSession;

        private Faults(Connection connection) {
            this.connection = connection;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            String name = method.getName();
            if (name.equals("setAutoCommit")) {
                changesSession = false;
            } else if (name.equals("prepareStatement")) {
                changesSession |=
                        CHANGE_OF_SESSION.matcher((String) arguments[0]).find();
            }
            boolean commits = name.equals("commit") && !changesSession;
            if (isCut() || commits && isStruckBy(Loss.BEFORE_APPLYING)) {
                throw broken();
            }
            Object result;
            try {
                result = method.invoke(connection, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
            if (commits && isStruckBy(Loss.AFTER_APPLYING)) {
                throw broken();
            }
            return result;
        }
    }

    private boolean isCut() {
        synchronized (open) {
            return cut;
        }
    }

    private boolean isStruckBy(Loss when) throws SQLException {
        synchronized (open) {
            if (loss.isEmpty() || loss.get() != when) {
                return false;
            }
            loss = Optional.empty();
            breakAll();
            return true;
        }
    }

    private void breakAll() throws SQLException {
        cut = true;
        for (Connection each : open) {
            each.close();
        }
        open.clear();
    }

    private static SQLException broken() {
        return new SQLException("The connection is broken, on purpose", "08006");
    }

    @Override
    public CoordinatorRegistryCenter center() {
        return center;
    }

    @Override
    public void cut(RegistrySession session) {
        synchronized (open) {
            try {
                loss = Optional.empty();
                breakAll();
            } catch (SQLException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Override
    public void heal(RegistrySession session) {
        synchronized (open) {
            cut = false;
            loss = Optional.empty();
        }
    }

    @Override
    public void loseNextCommit(RegistrySession session, Loss when) {
        synchronized (open) {
            loss = Optional.of(when);
        }
    }

    @Override
    public void expire(RegistrySession session) {
        try {
            TestSessions.end(url, "", session.id());
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        center.close();
    }
}
