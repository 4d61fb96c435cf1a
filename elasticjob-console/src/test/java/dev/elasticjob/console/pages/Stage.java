package dev.elasticjob.console.pages;

import dev.elasticjob.console.RunningConsole;
import dev.elasticjob.console.SharedConsole;
import dev.elasticjob.console.security.Role;
import dev.elasticjob.registry.zookeeper.EmbeddedZookeeper;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Environment shared by all page tests: the console of the other tests, a ZooKeeper server whose requests are not counted, a
 * history database, two worker processes on two addresses of this machine, and a browser. It is closed after the last test.
 */
public final class Stage implements BeforeAllCallback {

    static final String REGISTRY = "production";
    static final String DATA_SOURCE = "postgres";

    private static final Namespace NAMESPACE = Namespace.create(Stage.class);
    private static final String OTHER_ADDRESS = "127.0.0.1";

    private static Running running;

    private static final class Running implements AutoCloseable {

        private final EmbeddedZookeeper zookeeper;
        private final EmbeddedPostgres database;
        private final Chromium chromium;
        private final WorkerProcess[] workers = new WorkerProcess[2];

        Running() {
            CompletableFuture<EmbeddedPostgres> starting = CompletableFuture.supplyAsync(Running::startDatabase);
            zookeeper = EmbeddedZookeeper.startTemporary();
            chromium = new Chromium();
            database = starting.join();
            addPlaces();
            PastRuns.write(database.getPostgresDatabase());
            workers[0] = start("");
            workers[1] = start(OTHER_ADDRESS);
        }

        private static EmbeddedPostgres startDatabase() {
            try {
                return EmbeddedPostgres.builder().start();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        private String url() {
            return "jdbc:postgresql://127.0.0.1:" + database.getPort() + "/postgres";
        }

        private void addPlaces() {
            Assertions.assertThat(SharedConsole.console()
                            .as(Role.ADMIN)
                            .send(
                                    "POST",
                                    "/api/v1/registries",
                                    Map.of(
                                            "name",
                                            REGISTRY,
                                            "servers",
                                            zookeeper.connectString(),
                                            "namespace",
                                            REGISTRY))
                            .status())
                    .isEqualTo(201);
            Assertions.assertThat(SharedConsole.console()
                            .as(Role.ADMIN)
                            .send(
                                    "POST",
                                    "/api/v1/data-sources",
                                    Map.of("name", DATA_SOURCE, "url", url(), "username", "postgres", "password", "-"))
                            .status())
                    .isEqualTo(201);
        }

        private WorkerProcess start(String address) {
            return WorkerProcess.start(address, zookeeper.connectString(), REGISTRY, url());
        }

        @Override
        public void close() throws IOException {
            for (WorkerProcess each : workers) {
                each.close();
            }
            chromium.close();
            SharedConsole.console().as(Role.ADMIN).send("DELETE", "/api/v1/registries/" + REGISTRY, null);
            SharedConsole.console().as(Role.ADMIN).send("DELETE", "/api/v1/data-sources/" + DATA_SOURCE, null);
            database.close();
            zookeeper.close();
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        new SharedConsole().beforeAll(context);
        running = context.getRoot().getStore(NAMESPACE).computeIfAbsent("running", key -> new Running(), Running.class);
        for (WorkerProcess each : running.workers) {
            each.awaitReady();
        }
    }

    static RunningConsole console() {
        return SharedConsole.console();
    }

    static String zookeeper() {
        return running.zookeeper.connectString();
    }

    static String historyUrl() {
        return running.url();
    }

    /** Returns a visitor who is logged in and has selected the workers' registry. */
    static Visitor visitor(Role role) {
        return visitor(role, console().port());
    }

    static Visitor visitor(Role role, int port) {
        return visitor(role, port, REGISTRY, DATA_SOURCE);
    }

    static Visitor visitor(Role role, int port, String registry, String dataSource) {
        return running.chromium.visitor(port).logIn(role, registry, dataSource);
    }

    /** Returns a visitor who is not logged in. */
    static Visitor stranger() {
        return running.chromium.visitor(console().port());
    }

    static WorkerProcess worker(int number) {
        return running.workers[number];
    }

    /** Returns the worker whose process id is in the instance id. */
    static WorkerProcess workerOf(String instance) {
        return Stream.of(running.workers)
                .filter(each -> instance.contains("@-@" + each.pid()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("Whose is " + instance));
    }

    /** Replaces a worker that was killed. */
    static void replaceWorker(int number) {
        running.workers[number].close();
        running.workers[number] =
                running.start(number == 0 ? "" : OTHER_ADDRESS).awaitReady();
    }
}
