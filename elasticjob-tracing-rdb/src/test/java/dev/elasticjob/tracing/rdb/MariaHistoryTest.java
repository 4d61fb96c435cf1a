package dev.elasticjob.tracing.rdb;

import dev.elasticjob.tracing.rdb.server.MariaDatabase;
import dev.elasticjob.tracing.rdb.server.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** History in MariaDB. */
class MariaHistoryTest {

    private static MariaDatabase server;

    @BeforeAll
    static void startServer() {
        server = new MariaDatabase();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Nested
    class WithItsOwnDriver extends HistoryContract {

        @Override
        TestDatabase start() {
            return server.through(MariaDatabase.Driver.MARIADB);
        }
    }

    @Nested
    class WithTheDriverOfMysql extends HistoryContract {

        @Override
        TestDatabase start() {
            return server.through(MariaDatabase.Driver.MYSQL);
        }
    }
}
