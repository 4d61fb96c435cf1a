package dev.elasticjob.tracing.rdb;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Data source whose commits sometimes succeed without being acknowledged. */
final class LosingDataSource extends DelegatingDataSource {

    private final AtomicInteger toLose = new AtomicInteger();
    private final AtomicInteger lost = new AtomicInteger();

    LosingDataSource(DataSource real) {
        super(real);
    }

    void loseAnswers(int commits) {
        toLose.set(commits);
    }

    int lost() {
        return lost.get();
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, args) -> {
                    try {
                        Object result = method.invoke(connection, args);
                        if (method.getName().equals("commit") && toLose.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
                            lost.incrementAndGet();
                            connection.close();
                            throw new SQLException("the answer was lost", "08007");
                        }
                        return result;
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }
}
