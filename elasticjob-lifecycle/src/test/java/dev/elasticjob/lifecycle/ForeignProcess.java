package dev.elasticjob.lifecycle;

import static org.assertj.core.api.Assertions.fail;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** A separate process that runs ElasticJob 3.0.4 with its own libraries. It exits when its standard input is closed. */
final class ForeignProcess implements AutoCloseable {

    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
    private static final String CLASS_PATH = "/foreign-elasticjob.classpath";

    private static final AtomicInteger STARTED = new AtomicInteger();

    private final Process process;
    private final Writer orders;
    private final Path log;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final List<String> seen = new ArrayList<>();

    private ForeignProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        orders = process.outputWriter(StandardCharsets.UTF_8);
        Thread reader = new Thread(this::read, "output-of-" + process.pid());
        reader.setDaemon(true);
        reader.start();
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
        return start(main, System.getProperty("java.class.path"), List.of(arguments));
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
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx128m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    // Ensures that ElasticJob finds an address on machines that have only the loopback interface.
                    "-Delasticjob.preferred.network.interface=lo",
                    "-cp",
                    own + System.getProperty("path.separator") + libraries,
                    main.getName()));
            command.addAll(arguments);
            Process process =
                    new ProcessBuilder(command).redirectError(log.toFile()).start();
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

    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            output.lines().forEach(lines::add);
        } catch (IOException | UncheckedIOException closed) {
            lines.add("(its output was closed)");
        }
    }

    void order(String line) {
        try {
            orders.write(line + "\n");
            orders.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
        long end = System.nanoTime() + LONGEST_WAIT.toNanos();
        try {
            while (true) {
                String line = lines.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (line == null) {
                    return fail(
                            "Not within " + LONGEST_WAIT + "; see " + log + "; it said\n" + String.join("\n", seen));
                }
                seen.add(line);
                if (condition.test(line)) {
                    return line;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
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

    /**
     * Sends SIGTERM, as an operating system does, and waits until the process exits. {@link Process#destroy()} is not used
     * because it would close the standard input as well.
     */
    void terminate() {
        try {
            new ProcessBuilder("sh", "-c", "kill -TERM " + pid())
                    .inheritIO()
                    .start()
                    .waitFor(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        awaitEnd();
        if (process.isAlive()) {
            fail("It has not ended within " + LONGEST_WAIT + "; see " + log);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        awaitEnd();
    }

    private void awaitEnd() {
        try {
            process.waitFor(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
