package dev.elasticjob.lite2x.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Program in a separate process, and its output. */
final class PrintingProcess implements AutoCloseable {

    private static final long LONGEST_WAIT_SECONDS = 50;

    private final Process process;
    private final Path log;
    private final BlockingQueue<String> output = new LinkedBlockingQueue<>();
    private final Set<String> seen = new TreeSet<>();

    private PrintingProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        Thread reader = new Thread(this::read, "output of " + log.getFileName());
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts a program.
     *
     * @param name name of its log
     */
    static PrintingProcess start(String name, List<String> classPath, String main, String... arguments)
            throws IOException {
        Path log = Files.createDirectories(Path.of("target", "programs")).resolve(name.replace('.', '-') + ".log");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx160m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dfile.encoding=UTF-8",
                "-cp",
                String.join(File.pathSeparator, classPath),
                main));
        command.addAll(List.of(arguments));
        return new PrintingProcess(
                new ProcessBuilder(command).redirectError(log.toFile()).start(), log);
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            lines.lines().forEach(output::add);
        } catch (IOException | UncheckedIOException closed) {
            output.add(closed.toString());
        }
        output.add("(end)");
    }

    /** Waits until the program has printed all of the lines, and a line with the given beginning; returns its output. */
    Set<String> await(Set<String> lines, String beginning) throws InterruptedException {
        Set<String> missing = new TreeSet<>(lines);
        boolean begun = false;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_WAIT_SECONDS);
        while (!missing.isEmpty() || !begun) {
            String line = output.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (line == null || line.equals("(end)")) {
                return fail("Not printed: " + missing + "; printed: " + seen + "; see " + log);
            }
            seen.add(line);
            missing.remove(line);
            begun |= line.startsWith(beginning);
        }
        return Set.copyOf(seen);
    }

    /** Asserts that the program is running, and terminates it in the same way as an operator. */
    void terminate() throws InterruptedException {
        assertThat(process.isAlive())
                .as("runs after its main method; see " + log)
                .isTrue();
        process.toHandle().destroy();
        assertThat(process.waitFor(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS))
                .as("ended; see " + log)
                .isTrue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
