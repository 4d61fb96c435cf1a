package dev.elasticjob.examples.demo;

import java.sql.SQLException;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.h2.tools.Server;

/** An in-memory database with the orders and the history of all jobs. Other processes reach it over the loopback address. */
final class Database implements AutoCloseable {

    static final String USER = "demo";

    private static final String NAME = "mem:demo";
    private static final int FIRST_ORDERS = 2;

    private final String password;
    private final JdbcConnectionPool pool;
    private final Server server;
    private final OrderTable orders;
    private int customers;

    private Database(String password, JdbcConnectionPool pool, Server server) {
        this.password = password;
        this.pool = pool;
        this.server = server;
        orders = new OrderTable(pool);
    }

    /** @param password password for connections of other processes */
    static Database start(String password) throws SQLException {
        System.setProperty("h2.bindAddress", "127.0.0.1");
        // The database exists until this object is closed, independent of other connections.
        JdbcConnectionPool pool = JdbcConnectionPool.create(
                "jdbc:h2:" + NAME + ";DB_CLOSE_DELAY=-1;DB_CLOSE_ON_EXIT=FALSE", USER, password);
        Server server = Server.createTcpServer("-tcpPort", "0").start();
        Database database = new Database(password, pool, server);
        database.orders.create();
        for (int i = 0; i < FIRST_ORDERS * OrderTable.WAREHOUSES.size(); i++) {
            database.nextOrder();
        }
        return database;
    }

    static DataSource connect(String url, String password) {
        return JdbcConnectionPool.create(url, USER, password);
    }

    /** Adds an order to each warehouse in turn. */
    void nextOrder() throws SQLException {
        orders.order(OrderTable.WAREHOUSES.get(customers++ % OrderTable.WAREHOUSES.size()));
    }

    /** Returns the URL for other processes. */
    String url() {
        return "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/" + NAME;
    }

    String password() {
        return password;
    }

    @Override
    public void close() {
        server.stop();
        pool.dispose();
    }
}
