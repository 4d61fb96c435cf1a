package dev.elasticjob.tracing.rdb;

import dev.elasticjob.tracing.rdb.server.H2Database;
import dev.elasticjob.tracing.rdb.server.TestDatabase;

/** Tests history in H2. */
class H2HistoryTest extends HistoryContract {

    @Override
    TestDatabase start() {
        return new H2Database();
    }
}
