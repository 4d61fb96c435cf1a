package dev.elasticjob.lite2x;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.childprocess.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

    private final ChildProcess process;

    private ProgramProcess(ChildProcess process) {
        this.process = process;
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
        return ChildProcess.classPathOfTests();
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
        return new ProgramProcess(ChildProcess.java("dev.elasticjob.lite2x.program." + main)
                .small("160m")
                .classPath(classPath)
                .arguments(arguments)
                .errorsTo(log)
                .limit(LONGEST_WAIT)
                .start());
    }

    /** Returns the next line that matches. */
    String awaitLine(Predicate<String> condition) {
        return process.awaitLine(condition);
    }

    /** Returns the output so far. */
    List<String> printed() {
        return process.output();
    }

    /** Sends a line to a waiting program. */
    void go() {
        process.send("");
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Terminates the process and waits for its end. */
    void terminate() {
        process.terminate();
    }

    /** Kills it. */
    @Override
    public void close() {
        process.close();
    }
}
