package dev.elasticjob.spring.test;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** JVM with the class path of the tests; its output is written to a file. */
final class JavaProcess implements AutoCloseable {

    private final Process process;
    private final Path output;

    JavaProcess(
            Path output, List<String> firstOnClassPath, List<String> options, String mainClass, List<String> arguments)
            throws IOException {
        this.output = output;
        List<String> classPath = new ArrayList<>(firstOnClassPath);
        classPath.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of("-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(options);
        command.addAll(List.of("-cp", String.join(File.pathSeparator, classPath), mainClass));
        command.addAll(arguments);
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    String output() throws IOException {
        return Files.readString(output);
    }

    /** Waits for the end of the process and returns its exit code. */
    int exitCode() throws InterruptedException {
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            throw new AssertionError("The process has not ended; see " + output);
        }
        return process.exitValue();
    }

    /** Terminates the process like an operating system and waits for its end. */
    void terminate() throws InterruptedException {
        process.destroy();
        exitCode();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
