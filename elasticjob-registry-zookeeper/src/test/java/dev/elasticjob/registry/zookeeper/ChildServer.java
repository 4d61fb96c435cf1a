package dev.elasticjob.registry.zookeeper;

import dev.elasticjob.childprocess.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Starts {@link ChildServerMain}: for settings of a whole JVM, and for servers of other versions. */
final class ChildServer implements AutoCloseable {

    private final ChildProcess process;
    private final int port;

    private ChildServer(ChildProcess process) {
        this.process = process;
        port = Integer.parseInt(process.awaitLine(line -> true));
    }

    /** Starts a server of the current version. */
    static ChildServer start(Path directory, Map<String, String> properties, boolean secure) {
        return start(directory, ChildProcess.classPathOfTests(), properties, secure);
    }

    /** Starts a server of another version, whose jars are in a directory below {@code target}. */
    static ChildServer startVersion(String jars, Path directory) {
        try (Stream<Path> files = Files.list(Path.of("target", jars))) {
            List<String> classPath = new ArrayList<>(files.map(Path::toString).toList());
            classPath.add(Path.of("target", "test-classes").toString());
            Stream.of(ChildProcess.classPathOfTests().split(File.pathSeparator))
                    .filter(entry -> entry.matches(".*(slf4j-api|metrics-core|snappy-java|netty-).*"))
                    .forEach(classPath::add);
            Map<String, String> quiet = Map.of("zookeeper.jmx.log4j.disable", "true");
            return start(directory, String.join(File.pathSeparator, classPath), quiet, false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ChildServer start(Path directory, String classPath, Map<String, String> properties, boolean secure) {
        return new ChildServer(ChildProcess.java(ChildServerMain.class)
                .options("-Xmx256m")
                .options(properties.entrySet().stream()
                        .map(each -> "-D" + each.getKey() + "=" + each.getValue())
                        .toList())
                .classPath(classPath)
                .arguments(directory.toString(), Boolean.toString(secure))
                .errorsTo(directory.resolve("errors.log"))
                .start());
    }

    String connectString() {
        return "127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.close();
    }
}
