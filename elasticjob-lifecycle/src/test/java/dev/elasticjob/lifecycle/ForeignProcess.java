package dev.elasticjob.lifecycle;

import dev.elasticjob.childprocess.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** A separate process that runs ElasticJob 3.0.4 with its own libraries. It exits when its standard input is closed. */
final class ForeignProcess implements AutoCloseable {

    private static final String CLASS_PATH = "/foreign-elasticjob.classpath";

    private static final AtomicInteger STARTED = new AtomicInteger();

    private final ChildProcess process;
    private final Path log;

    private ForeignProcess(ChildProcess process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** @param main a class of the module foreign-elasticjob */
    static ForeignProcess start(Class<?> main, String... arguments) {
        try {
            return start(main, libraries(main), List.of(arguments));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a process that uses the libraries of this project instead. */
    static ForeignProcess startOurs(Class<?> main, String... arguments) {
        return start(main, ChildProcess.classPathOfTests(), List.of(arguments));
    }

    private static ForeignProcess start(Class<?> main, String libraries, List<String> arguments) {
        try {
            Path log = Files.createDirectories(Path.of("target", "foreign"))
                    .resolve(main.getSimpleName() + "-" + STARTED.incrementAndGet() + ".log");
            String own = Path.of(main.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
            ChildProcess process = ChildProcess.java(main)
                    .small("128m")
                    // Ensures that ElasticJob finds an address on machines that have only the loopback interface.
                    .options("-Delasticjob.preferred.network.interface=lo")
                    .classPath(own + File.pathSeparator + libraries)
                    .arguments(arguments)
                    .errorsTo(log)
                    .start();
            ForeignProcess result = new ForeignProcess(process, log);
            result.awaitLine("ready"::equals);
            return result;
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String libraries(Class<?> main) throws IOException {
        try (InputStream text = main.getResourceAsStream(CLASS_PATH)) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }

    void order(String line) {
        process.send(line);
    }

    /** Sends a command and returns the lines of its response. */
    List<String> ask(String line) {
        order(line);
        List<String> answer = new ArrayList<>();
        awaitLine(each -> {
            answer.add(each);
            return each.equals("end");
        });
        return answer.subList(0, answer.size() - 1);
    }

    String awaitLine(Predicate<String> condition) {
        return process.awaitLine(condition);
    }

    long pid() {
        return process.pid();
    }

    /** Returns the log of the process. */
    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends SIGTERM, as an operating system does, and waits until the process exits. */
    void terminate() {
        process.terminate();
    }

    @Override
    public void close() {
        process.close();
    }
}
