package dev.elasticjob.tracing.rdb.server;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/** H2 in memory, optionally in the compatibility mode of another database. */
public final class H2Database implements TestDatabase {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final String mode;

    public H2Database() {
        this("REGULAR");
    }

    public H2Database(String mode) {
        this.mode = mode;
    }

    @Override
    public DataSource fresh() {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL("jdbc:h2:mem:history" + NUMBER.incrementAndGet() + ";DB_CLOSE_DELAY=-1;MODE=" + mode);
        return dataSource;
    }

    @Override
    public List<String> tablesOfElasticJob() {
        return TestDatabase.tablesOfElasticJob("id VARCHAR(40) NOT NULL PRIMARY KEY", "INT", "TIMESTAMP");
    }

    @Override
    public void close() {}
}
