package dev.elasticjob.spring.test;

import dev.elasticjob.childprocess.ChildProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** JVM with the class path of the tests. */
final class JavaProcess implements AutoCloseable {

    private final ChildProcess process;

    JavaProcess(List<String> firstOnClassPath, List<String> options, String mainClass, List<String> arguments) {
        List<String> classPath = new ArrayList<>(firstOnClassPath);
        classPath.add(ChildProcess.classPathOfTests());
        process = ChildProcess.java(mainClass)
                .small("192m")
                .options(options)
                .classPath(classPath)
                .arguments(arguments)
                .limit(Duration.ofMinutes(2))
                .start();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    String output() {
        return String.join("\n", process.output());
    }

    /** Waits for the end of the process and returns its exit code. */
    int exitCode() {
        process.awaitOutput();
        return process.awaitExit();
    }

    /** Terminates the process like an operating system and waits for its end. */
    void terminate() {
        process.terminate();
    }

    @Override
    public void close() {
        process.close();
    }
}
