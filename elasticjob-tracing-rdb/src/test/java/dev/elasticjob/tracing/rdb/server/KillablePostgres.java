package dev.elasticjob.tracing.rdb.server;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** PostgreSQL that is killed without warning, and restarts with its data at the same address. */
public final class KillablePostgres implements AutoCloseable {

    private final Path data;
    private final int port;
    private EmbeddedPostgres server;

    public KillablePostgres(Path directory) throws IOException {
        data = directory.resolve("data");
        server = builder().start();
        port = server.getPort();
    }

    private EmbeddedPostgres.Builder builder() {
        return EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                // Acknowledged commits survive a crash.
                .setServerConfig("synchronous_commit", "on");
    }

    public DataSource dataSource() {
        return server.getPostgresDatabase();
    }

    /** Kills the server and all its child processes. */
    public void kill() throws Exception {
        long pid = Long.parseLong(
                Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip());
        ProcessHandle main = ProcessHandle.of(pid).orElseThrow();
        List<ProcessHandle> all =
                Stream.concat(Stream.of(main), main.descendants()).toList();
        all.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle each : all) {
            each.onExit().get(60, TimeUnit.SECONDS);
        }
    }

    public void startAgain() throws IOException {
        // Releases the directory; there is no process left to stop.
        try {
            server.close();
        } catch (IOException | RuntimeException nothingToStop) {
            // Expected: the process was killed.
        }
        server = builder().setPort(port).start();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
