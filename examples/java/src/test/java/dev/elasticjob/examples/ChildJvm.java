package dev.elasticjob.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A main class in a separate process, and its output. */
public final class ChildJvm implements AutoCloseable {

    /** Limits the wait of a test that would otherwise never end. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(4);

    private static final String END = "(the end of its output)";

    private final Process process;
    private final Writer input;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final List<String> seen = new ArrayList<>();

    private ChildJvm(Process process) {
        this.process = process;
        input = process.outputWriter();
        Thread reader = new Thread(this::read, "output-of-" + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    /** @param temporary directory for temporary files of the process */
    public static ChildJvm start(Class<?> main, Path temporary, List<String> options, String... args) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:-UsePerfData", "-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + temporary));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(args));
        try {
            return new ChildJvm(
                    new ProcessBuilder(command).redirectErrorStream(true).start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read() {
        try (BufferedReader output = process.inputReader()) {
            output.lines().forEach(lines::add);
        } catch (IOException | UncheckedIOException closed) {
            // The process has ended.
        }
        lines.add(END);
    }

    /** Waits for a line that contains a match of the expression, after the lines already consumed by earlier waits. */
    public Matcher awaitLine(String expression) throws InterruptedException {
        Pattern pattern = Pattern.compile(expression);
        long limit = System.nanoTime() + LONGEST_WAIT.toNanos();
        while (true) {
            // Other lines may continue to arrive, so the limit applies to the whole wait.
            String line = lines.poll(limit - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (line == null || line.equals(END)) {
                return fail("No line with '" + expression + "' but\n" + String.join("\n", seen));
            }
            seen.add(line);
            Matcher matcher = pattern.matcher(line);
            if (matcher.find()) {
                return matcher;
            }
        }
    }

    /** Does the same, unless a consumed line already contained a match. */
    public void awaitLineSomewhere(String expression) throws InterruptedException {
        Pattern pattern = Pattern.compile(expression);
        if (seen.stream().noneMatch(line -> pattern.matcher(line).find())) {
            awaitLine(expression);
        }
    }

    /** Waits for a successful end of the process and returns its complete output. */
    public List<String> awaitOutput() throws InterruptedException {
        assertThat(awaitExit())
                .as(() -> "its output:\n" + String.join("\n", seen))
                .isZero();
        return seen;
    }

    /** Returns the output up to the last consumed line. */
    public List<String> linesSoFar() {
        return List.copyOf(seen);
    }

    public int awaitExit() throws InterruptedException {
        if (!process.waitFor(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)) {
            lines.drainTo(seen);
            return fail("It does not end:\n" + String.join("\n", seen));
        }
        for (String line = lines.take(); !line.equals(END); line = lines.take()) {
            seen.add(line);
        }
        return process.exitValue();
    }

    public void type(String line) throws IOException {
        input.write(line + System.lineSeparator());
        input.flush();
    }

    public void endInput() throws IOException {
        input.close();
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
