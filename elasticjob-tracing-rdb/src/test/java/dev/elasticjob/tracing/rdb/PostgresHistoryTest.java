package dev.elasticjob.tracing.rdb;

import dev.elasticjob.tracing.rdb.server.PostgresDatabase;
import dev.elasticjob.tracing.rdb.server.TestDatabase;

/** Tests history in PostgreSQL. */
class PostgresHistoryTest extends HistoryContract {

    @Override
    TestDatabase start() {
        return new PostgresDatabase();
    }
}
