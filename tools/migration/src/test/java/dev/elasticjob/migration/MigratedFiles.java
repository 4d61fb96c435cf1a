package dev.elasticjob.migration;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Files of an application that a test writes and migrates. */
abstract class MigratedFiles {

    static final String OLD = "org.apache.shardingsphere.elasticjob";

    @TempDir
    Path directory;

    final void file(String name, String... lines) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, String.join("\n", lines) + "\n", StandardCharsets.ISO_8859_1);
    }

    /** Migrates the files and returns the remaining work as {@code file:line: what}. */
    final List<String> notes() throws IOException {
        List<String> result = new ArrayList<>();
        for (Migration.Change each : new Migration(directory, "1.2.3", false).run()) {
            each.notes().forEach(note -> result.add(directory.relativize(each.file()) + ":" + note));
        }
        return result;
    }

    final String text(String name) throws IOException {
        return Files.readString(directory.resolve(name));
    }

    static String dependency(String group, String artifact, String version) {
        return "<dependency><groupId>" + group + "</groupId><artifactId>" + artifact + "</artifactId>"
                + (version.isEmpty() ? "" : "<version>" + version + "</version>") + "</dependency>";
    }
}
