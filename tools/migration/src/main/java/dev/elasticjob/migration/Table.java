package dev.elasticjob.migration;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** A resource with one entry per line: a key, blanks, and a value. Lines that begin with {@code #} are comments. */
final class Table {

    private Table() {}

    static List<Map.Entry<String, String>> read(String name) {
        try (InputStream in = Table.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("The table " + name + " is not in the package of " + Table.class);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .map(line -> line.split("\\s+", 2))
                    .map(words -> Map.entry(words[0], words[1]))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
