package dev.elasticjob.tracing.rdb.server;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** PostgreSQL as a process. */
public final class PostgresDatabase implements TestDatabase {

    private final EmbeddedPostgres server;
    private final AtomicInteger number = new AtomicInteger();

    public PostgresDatabase() {
        try {
            server = EmbeddedPostgres.builder().start();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    @Override
    public DataSource fresh() throws SQLException {
        String name = "history" + number.incrementAndGet();
        TestDatabase.execute(server.getPostgresDatabase(), "CREATE DATABASE " + name);
        return server.getDatabase("postgres", name);
    }

    @Override
    public List<String> tablesOfElasticJob() {
        return TestDatabase.tablesOfElasticJob("id VARCHAR(40) NOT NULL PRIMARY KEY", "BOOLEAN", "TIMESTAMP");
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }
}
