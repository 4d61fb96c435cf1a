package dev.elasticjob.lite2x;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Program that was compiled against 2.1.5 or the adapter, in a separate process. */
final class ProgramProcess implements AutoCloseable {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(55);
    private static final Path SOURCES = Path.of("src/test/java/dev/elasticjob/lite2x/program");
    private static final AtomicInteger STARTED = new AtomicInteger();

    private final Process process;
    private final Path log;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final List<String> seen = new ArrayList<>();

    private ProgramProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        Thread reader = new Thread(this::read, "output-of-" + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    /** Compiles the programs against 2.1.5 and returns the class path to run them. */
    static String classPathOf2x() throws IOException {
        String libraries = Artifacts2x.classPath() + File.pathSeparator + jarOf("org.h2.Driver");
        Path classes = Files.createDirectories(Path.of("target", "programs-2.1.5"));
        List<String> arguments = new ArrayList<>(List.of("-nowarn", "-d", classes.toString(), "-cp", libraries));
        try (Stream<Path> sources = Files.list(SOURCES)) {
            sources.map(Path::toString).forEach(arguments::add);
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertThat(compiler.run(null, null, null, arguments.toArray(String[]::new)))
                .as("exit code of the compiler against 2.1.5")
                .isZero();
        return classes + File.pathSeparator + libraries;
    }

    /** Returns the class path of the programs that Maven compiled against the adapter. */
    static String classPathOfAdapter() {
        return System.getProperty("java.class.path");
    }

    private static String jarOf(String className) {
        try {
            return Path.of(Class.forName(className)
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (ReflectiveOperationException | java.net.URISyntaxException missing) {
            throw new IllegalStateException(missing);
        }
    }

    static ProgramProcess start(String classPath, String main, String... arguments) throws IOException {
        Path log = Files.createDirectories(Path.of("target", "programs"))
                .resolve(main + "-" + STARTED.incrementAndGet() + ".log");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx160m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                "dev.elasticjob.lite2x.program." + main));
        command.addAll(List.of(arguments));
        return new ProgramProcess(
                new ProcessBuilder(command).redirectError(log.toFile()).start(), log);
    }

    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            output.lines().forEach(lines::add);
        } catch (IOException | UncheckedIOException closed) {
            lines.add("(its output was closed)");
        }
        lines.add("(end)");
    }

    /** Returns the next line that matches. */
    String awaitLine(Predicate<String> condition) throws InterruptedException {
        long end = System.nanoTime() + LONGEST_WAIT.toNanos();
        while (true) {
            String line = lines.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (line == null || line.equals("(end)")) {
                return fail(
                        "The program printed no such line; see " + log + "; it printed\n" + String.join("\n", seen));
            }
            seen.add(line);
            if (condition.test(line)) {
                return line;
            }
        }
    }

    /** Returns the output so far. */
    List<String> printed() {
        List<String> more = new ArrayList<>();
        lines.drainTo(more);
        more.remove("(end)");
        seen.addAll(more);
        return List.copyOf(seen);
    }

    /** Sends a line to a waiting program. */
    void go() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Terminates the process and waits for its end. */
    void terminate() throws InterruptedException {
        process.toHandle().destroy();
        assertThat(process.waitFor(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS))
                .as("ended; see " + log)
                .isTrue();
    }

    /** Kills it. */
    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
