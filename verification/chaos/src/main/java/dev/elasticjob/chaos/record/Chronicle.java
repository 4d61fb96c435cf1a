package dev.elasticjob.chaos.record;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.StringJoiner;

/** The file of {@link Event events}: injected faults and observations of the registry, each with its time. */
public final class Chronicle implements AutoCloseable {

    /** Name of the file. */
    public static final String EVENTS = "events";

    private final Path directory;
    private final OutputStream lines;

    /** @param directory empty or missing directory */
    public Chronicle(Path directory) {
        try {
            this.directory = Files.createDirectories(directory);
            lines = new FileOutputStream(directory.resolve(EVENTS).toFile(), true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path directory() {
        return directory;
    }

    public synchronized void add(Event.Kind kind, Object... words) {
        StringJoiner line = new StringJoiner(" ", "", "\n")
                .add(String.valueOf(System.nanoTime()))
                .add(String.valueOf(System.currentTimeMillis()))
                .add(kind.name());
        List.of(words).forEach(word -> line.add(String.valueOf(word)));
        try {
            lines.write(line.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void close() {
        try {
            lines.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
