package dev.elasticjob.lite2x.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.childprocess.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Program in a separate process, and its output. */
final class PrintingProcess implements AutoCloseable {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(50);

    private final ChildProcess process;
    private final Path log;

    private PrintingProcess(ChildProcess process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * Starts a program.
     *
     * @param name name of its log
     */
    static PrintingProcess start(String name, List<String> classPath, String main, String... arguments)
            throws IOException {
        Path log = Files.createDirectories(Path.of("target", "programs")).resolve(name.replace('.', '-') + ".log");
        ChildProcess process = ChildProcess.java(main)
                .small("160m")
                .options("-Dfile.encoding=UTF-8")
                .classPath(classPath)
                .arguments(arguments)
                .errorsTo(log)
                .limit(LONGEST_WAIT)
                .start();
        return new PrintingProcess(process, log);
    }

    /** Waits until the program has printed all of the lines, and a line with the given beginning; returns its output. */
    Set<String> await(Set<String> lines, String beginning) {
        process.awaitLines(
                lines + " and a line that begins with '" + beginning + "'",
                printed -> printed.containsAll(lines) && printed.stream().anyMatch(line -> line.startsWith(beginning)));
        return Set.copyOf(process.output());
    }

    /** Asserts that the program is running, and terminates it in the same way as an operator. */
    void terminate() {
        assertThat(process.isAlive())
                .as("runs after its main method; see " + log)
                .isTrue();
        process.terminate();
    }

    @Override
    public void close() {
        process.close();
    }
}
