package dev.elasticjob.tracing.rdb;

import dev.elasticjob.tracing.rdb.server.MariaDatabase;
import dev.elasticjob.tracing.rdb.server.TestDatabase;

/** History in MariaDB with its own driver. */
class MariaDbHistoryTest extends HistoryContract {

    @Override
    TestDatabase start() {
        return new MariaDatabase(MariaDatabase.Driver.MARIADB);
    }
}
