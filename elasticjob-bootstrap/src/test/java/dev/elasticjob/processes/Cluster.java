package dev.elasticjob.processes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.childprocess.ChildProcess;
import dev.elasticjob.registry.zookeeper.EmbeddedZookeeper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** ZooKeeper server and processes that share jobs through it. Closing it ends all of them in any state. */
final class Cluster implements AutoCloseable {

    /** Exit code of a JVM after SIGTERM. */
    private static final int TERMINATED = 143;

    private static final String NAMESPACE = "processes";

    private final Path data;
    private final Path logs;
    private final Journal journal;
    private final List<ChildProcess> workers = new ArrayList<>();
    private EmbeddedZookeeper server;

    /**
     * Starts the server.
     *
     * @param name name of the directory below {@code target} that keeps the journal and the logs for the analysis of failures
     * @param data data directory of the server
     */
    Cluster(String name, Path data) throws IOException {
        this.data = data;
        logs = Path.of("target", "processes", name);
        empty(logs);
        journal = new Journal(logs.resolve("journal"));
        server = EmbeddedZookeeper.start(data, 0);
    }

    private static void empty(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        Files.createDirectories(directory);
    }

    Journal journal() {
        return journal;
    }

    RegistryView view() {
        return new RegistryView(server.connectString(), NAMESPACE);
    }

    List<ChildProcess> workers() {
        return List.copyOf(workers);
    }

    /** Starts processes and waits until they accept commands. */
    List<ChildProcess> start(int count, String... options) {
        List<ChildProcess> started = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Path log = logs.resolve("worker-" + workers.size() + ".log");
            ChildProcess worker = startWorker(log, List.of(options));
            workers.add(worker);
            started.add(worker);
        }
        started.forEach(each -> journal.await(each + " is ready", all -> all.contains("ready", each)));
        return started;
    }

    private ChildProcess startWorker(Path log, List<String> options) {
        return ChildProcess.java(Worker.class)
                .small("128m")
                .options("-Dworker.log=DEBUG")
                .options(options)
                .arguments(server.connectString(), NAMESPACE, journal.file().toString())
                .errorsTo(log)
                .limit(Duration.ofSeconds(Journal.LIMIT_SECONDS))
                .onLine(line -> journal.ring())
                .start();
    }

    void order(String line) {
        workers.stream().filter(ChildProcess::isAlive).forEach(each -> each.send(line));
    }

    ChildProcess worker(long pid) {
        return workers.stream().filter(each -> each.pid() == pid).findFirst().orElseThrow();
    }

    ChildProcess anotherThan(ChildProcess one) {
        return workers.stream().filter(each -> each != one).findFirst().orElseThrow();
    }

    /** Kills a process without a shutdown. */
    void kill(ChildProcess worker) {
        // Recorded before the kill, so that a failover can only be later.
        journal.remark("killed", worker);
        worker.kill();
    }

    /** Ends the sessions of a process as if they had timed out. */
    void endSessions(RegistryView view, String job, ChildProcess worker) {
        view.sessions(job, worker).forEach(server::endSession);
    }

    void stopServer() {
        server.close();
    }

    void restartServer(int port) {
        server = EmbeddedZookeeper.start(data, port);
    }

    int port() {
        return server.port();
    }

    /** Terminates all remaining processes. Afterwards the journal is complete. */
    void terminateAll() {
        List<ChildProcess> alive =
                workers.stream().filter(ChildProcess::isAlive).toList();
        alive.forEach(each -> each.signal("TERM"));
        assertThat(alive).allSatisfy(each -> assertThat(each.awaitExit()).isEqualTo(TERMINATED));
    }

    @Override
    public void close() {
        workers.forEach(ChildProcess::close);
        server.close();
    }
}
