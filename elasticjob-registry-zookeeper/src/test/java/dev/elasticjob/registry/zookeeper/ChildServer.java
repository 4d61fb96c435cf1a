package dev.elasticjob.registry.zookeeper;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Starts {@link ChildServerMain}: for settings of a whole JVM, and for servers of other versions. */
final class ChildServer implements AutoCloseable {

    private final Process process;
    private final int port;

    private ChildServer(List<String> command, Path directory) throws IOException {
        Path errors = directory.resolve("errors.log");
        process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
        BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = output.readLine();
        if (line == null) {
            throw new IllegalStateException("The server did not start: " + Files.readString(errors));
        }
        port = Integer.parseInt(line);
    }

    /** Starts a server of the current version. */
    static ChildServer start(Path directory, Map<String, String> properties, boolean secure) {
        return start(directory, System.getProperty("java.class.path"), properties, secure);
    }

    /** Starts a server of another version, whose jars are in a directory below {@code target}. */
    static ChildServer startVersion(String jars, Path directory) {
        try (Stream<Path> files = Files.list(Path.of("target", jars))) {
            List<String> classPath = new ArrayList<>(files.map(Path::toString).toList());
            classPath.add(Path.of("target", "test-classes").toString());
            Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                    .filter(entry -> entry.matches(".*(slf4j-api|metrics-core|snappy-java|netty-).*"))
                    .forEach(classPath::add);
            Map<String, String> quiet = Map.of("zookeeper.jmx.log4j.disable", "true");
            return start(directory, String.join(File.pathSeparator, classPath), quiet, false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ChildServer start(Path directory, String classPath, Map<String, String> properties, boolean secure) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx256m");
        command.addAll(properties.entrySet().stream()
                .map(each -> "-D" + each.getKey() + "=" + each.getValue())
                .collect(Collectors.toList()));
        command.addAll(List.of("-cp", classPath, ChildServerMain.class.getName()));
        command.add(directory.toString());
        command.add(Boolean.toString(secure));
        try {
            return new ChildServer(command, directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String connectString() {
        return "127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
