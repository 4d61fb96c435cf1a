package dev.elasticjob.childprocess;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A child process of a test. Its output is read continuously, so that it never waits for a full pipe. All processes that are left
 * are killed when this process exits.
 *
 * <p>Signals are sent to the process by its id: {@link Process#destroy()} would also close its standard input, which many programs
 * of the tests take as a request to exit.
 */
public final class ChildProcess implements AutoCloseable {

    private static final Set<ChildProcess> ALIVE = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> ALIVE.forEach(ChildProcess::destroyAll), "kill-children"));
    }

    private final Process process;
    private final Settings settings;
    private final Writer input;

    /** All lines so far, guarded by itself; those before {@code next} were returned by {@link #awaitLine}. */
    private final List<String> lines = new ArrayList<>();

    private int next;
    private boolean ended;

    /** What is to be started, and how its output is treated. */
    public static final class Settings {

        private final List<String> program = new ArrayList<>();
        private final List<String> options = new ArrayList<>();
        private final List<String> arguments = new ArrayList<>();
        private final Map<String, String> environment = new TreeMap<>();
        private final boolean java;
        private String classPath = classPathOfTests();
        private Path directory;
        private Path errors;
        private boolean appendErrors;
        private boolean discardErrors;
        private Duration limit = Duration.ofMinutes(1);
        private Consumer<String> onLine;
        private Runnable onEnd = () -> {};

        private Settings(List<String> program, boolean java) {
            this.program.addAll(program);
            this.java = java;
        }

        /** Sets the class path; otherwise it is that of the test. */
        public Settings classPath(String path) {
            classPath = path;
            return this;
        }

        public Settings classPath(List<String> entries) {
            return classPath(String.join(File.pathSeparator, entries));
        }

        /** Adds options of the JVM. */
        public Settings options(List<String> more) {
            options.addAll(more);
            return this;
        }

        public Settings options(String... more) {
            return options(List.of(more));
        }

        /** Keeps a JVM small and its start fast: several run at the same time, for seconds. */
        public Settings small(String memory) {
            return options("-Xmx" + memory, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
        }

        public Settings arguments(List<String> more) {
            arguments.addAll(more);
            return this;
        }

        public Settings arguments(String... more) {
            return arguments(List.of(more));
        }

        public Settings environment(Map<String, String> more) {
            environment.putAll(more);
            return this;
        }

        public Settings directory(Path workingDirectory) {
            directory = workingDirectory;
            return this;
        }

        /** Writes the standard error stream into a new file; otherwise it is part of the output. */
        public Settings errorsTo(Path file) {
            errors = file;
            return this;
        }

        /** Appends the standard error stream to a file. */
        public Settings appendErrorsTo(Path file) {
            appendErrors = true;
            return errorsTo(file);
        }

        public Settings discardErrors() {
            discardErrors = true;
            return this;
        }

        /** Limits every wait for the process. */
        public Settings limit(Duration longestWait) {
            limit = longestWait;
            return this;
        }

        /** Passes each line of the output to a receiver, on a thread of its own, instead of keeping it. */
        public Settings onLine(Consumer<String> receiver) {
            onLine = receiver;
            return this;
        }

        /** Calls the listener after the last line of the output. */
        public Settings onEnd(Runnable listener) {
            onEnd = listener;
            return this;
        }

        public ChildProcess start() {
            ProcessBuilder builder = new ProcessBuilder(command());
            builder.environment().putAll(environment);
            if (directory != null) {
                builder.directory(directory.toFile());
            }
            if (errors != null) {
                builder.redirectError(appendErrors ? Redirect.appendTo(errors.toFile()) : Redirect.to(errors.toFile()));
            } else if (discardErrors) {
                builder.redirectError(Redirect.DISCARD);
            } else {
                builder.redirectErrorStream(true);
            }
            try {
                return new ChildProcess(builder.start(), this);
            } catch (IOException e) {
                throw new UncheckedIOException("Failed to start " + String.join(" ", program), e);
            }
        }

        private List<String> command() {
            List<String> command = new ArrayList<>();
            if (java) {
                command.add(tool("java"));
                command.addAll(options);
                command.addAll(List.of("-cp", classPath));
            }
            command.addAll(program);
            command.addAll(arguments);
            return command;
        }
    }

    private ChildProcess(Process process, Settings settings) {
        this.process = process;
        this.settings = settings;
        input = process.outputWriter(StandardCharsets.UTF_8);
        ALIVE.add(this);
        process.onExit().thenRun(() -> ALIVE.remove(this));
        Thread reader = new Thread(this::read, "output-of-" + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    /** Describes a JVM that runs a main class. */
    public static Settings java(String main) {
        return new Settings(List.of(main), true);
    }

    public static Settings java(Class<?> main) {
        return java(main.getName());
    }

    /** Describes any other program. */
    public static Settings program(String... command) {
        return new Settings(List.of(command), false);
    }

    /** Returns the path of a program of the JDK that runs this test. */
    public static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    /** Returns the class path of this test, also where the test runner passes it in a manifest. */
    public static String classPathOfTests() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    // ---- output ----

    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (settings.onLine != null) {
                    settings.onLine.accept(line);
                } else {
                    add(line);
                }
            }
        } catch (IOException closed) {
            // The process was killed while its output was read.
        } finally {
            synchronized (lines) {
                ended = true;
                lines.notifyAll();
            }
            settings.onEnd.run();
        }
    }

    private void add(String line) {
        synchronized (lines) {
            lines.add(line);
            lines.notifyAll();
        }
    }

    /**
     * Waits for a line after those that earlier waits have returned, and returns it.
     *
     * @throws AssertionError if the output ends before, or the line does not come within the limit; contains the output
     */
    public String awaitLine(Predicate<String> condition) {
        return awaitLine("the expected line", condition);
    }

    private String awaitLine(String what, Predicate<String> condition) {
        long deadline = System.nanoTime() + settings.limit.toNanos();
        synchronized (lines) {
            while (true) {
                while (next < lines.size()) {
                    String line = lines.get(next++);
                    if (condition.test(line)) {
                        return line;
                    }
                }
                if (ended) {
                    throw failure("ended without: " + what);
                }
                awaitMore(deadline, what);
            }
        }
    }

    /** Waits for a line with a match of the expression. */
    public Matcher awaitMatch(String expression) {
        Pattern pattern = Pattern.compile(expression);
        Matcher matcher = pattern.matcher(awaitLine(
                "a line with '" + expression + "'",
                line -> pattern.matcher(line).find()));
        matcher.find();
        return matcher;
    }

    /** Returns the first match of the expression in the lines that earlier waits have passed, or waits for one. */
    public Matcher awaitMatchAnywhere(String expression) {
        Pattern pattern = Pattern.compile(expression);
        synchronized (lines) {
            for (String line : lines.subList(0, next)) {
                Matcher matcher = pattern.matcher(line);
                if (matcher.find()) {
                    return matcher;
                }
            }
        }
        return awaitMatch(expression);
    }

    /**
     * Waits until a condition holds for all lines so far.
     *
     * @throws AssertionError if the output ends before, or the condition does not hold within the limit; contains the output
     */
    public void awaitLines(String what, Predicate<List<String>> condition) {
        long deadline = System.nanoTime() + settings.limit.toNanos();
        synchronized (lines) {
            while (!condition.test(List.copyOf(lines))) {
                if (ended) {
                    throw failure("ended without: " + what);
                }
                awaitMore(deadline, what);
            }
        }
    }

    /** Waits for the end of the output and returns all of it. */
    public List<String> awaitOutput() {
        long deadline = System.nanoTime() + settings.limit.toNanos();
        synchronized (lines) {
            while (!ended) {
                awaitMore(deadline, "the end of its output");
            }
            return List.copyOf(lines);
        }
    }

    /** Waits for a change of the output, with its lock held. */
    private void awaitMore(long deadline, String what) {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
            throw failure("did not print within " + settings.limit + ": " + what);
        }
        try {
            TimeUnit.NANOSECONDS.timedWait(lines, left);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for " + this, e);
        }
    }

    /** Returns the output so far. */
    public List<String> output() {
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    private AssertionError failure(String what) {
        return new AssertionError(this + " " + what + "\nOutput:\n" + String.join("\n", output()) + errors());
    }

    private String errors() {
        if (settings.errors == null) {
            return "";
        }
        try {
            return "\nErrors in " + settings.errors + ":\n" + Files.readString(settings.errors);
        } catch (IOException unreadable) {
            return "\nErrors in " + settings.errors + " cannot be read: " + unreadable;
        }
    }

    // ---- input ----

    /** Writes a line to the standard input. */
    public void send(String line) {
        try {
            input.write(line + "\n");
            input.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(this + " does not accept '" + line + "'", e);
        }
    }

    /** Closes the standard input. */
    public void endInput() {
        try {
            input.close();
        } catch (IOException e) {
            throw new UncheckedIOException(this + " does not accept the end of its input", e);
        }
    }

    // ---- state and signals ----

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Completes when the process has ended. */
    public CompletableFuture<Process> exit() {
        return process.onExit();
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** Freezes the process: its connections stay open, but it does not respond. */
    public void freeze() {
        signal("STOP");
    }

    public void thaw() {
        signal("CONT");
    }

    /** Sends SIGTERM, as an operating system does at a shutdown, and returns the exit code. */
    public int terminate() {
        process.toHandle().destroy();
        return awaitExit();
    }

    /** Sends SIGKILL, which also ends a frozen process, and waits for the end. */
    public void kill() {
        process.toHandle().destroyForcibly();
        awaitExit();
    }

    /** Sends a signal by its name, such as {@code STOP}. */
    public void signal(String name) {
        try {
            Process kill = new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (kill.waitFor() != 0) {
                throw new AssertionError("Failed to send " + name + " to " + this + ": " + said.strip());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Failed to send " + name + " to " + this, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while sending " + name + " to " + this, e);
        }
    }

    /** Waits for the end of the process and returns its exit code. */
    public int awaitExit() {
        if (!awaitExit(settings.limit)) {
            throw failure("did not end within " + settings.limit);
        }
        return process.exitValue();
    }

    /**
     * Waits for the end of the process and returns its output.
     *
     * @throws AssertionError if the exit code is not zero; contains the output
     */
    public List<String> awaitSuccess() {
        List<String> output = awaitOutput();
        int code = awaitExit();
        if (code != 0) {
            throw failure("exited with code " + code);
        }
        return output;
    }

    /** Waits for the end of the process, and returns whether it ended within the limit. */
    public boolean awaitExit(Duration limit) {
        try {
            return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for " + this, e);
        }
    }

    private void destroyAll() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.toHandle().destroyForcibly();
    }

    /** Kills the process and its descendants, in any state, and waits for its end. */
    @Override
    public void close() {
        destroyAll();
        awaitExit();
    }

    @Override
    public String toString() {
        String name = settings.program.get(0);
        return "Process " + pid() + " (" + name.substring(name.lastIndexOf(File.separatorChar) + 1) + ")";
    }
}
