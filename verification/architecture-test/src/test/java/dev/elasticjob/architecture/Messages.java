package dev.elasticjob.architecture;

import dev.elasticjob.architecture.Document.Snippet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Messages of the code to users.
 *
 * @param code all main sources, with concatenated string literals joined
 */
record Messages(String code) {

    static Messages below() {
        StringBuilder code = new StringBuilder();
        for (MavenModule module : Reactor.ofThisBuild().modules().values()) {
            Path sources = module.directory().resolve("src/main/java");
            if (Files.isDirectory(sources)) {
                read(sources, code);
            }
        }
        return new Messages(code.toString().replaceAll("\"\\s*\\+\\s*\"", ""));
    }

    private static void read(Path sources, StringBuilder code) {
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                code.append(Files.readString(file));
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Returns descriptions of the documented message parts that do not occur in the code. */
    List<String> unknownIn(Snippet snippet) {
        List<String> unknown = new ArrayList<>();
        for (String line : snippet.text().split("\n")) {
            for (String part : line.split("…")) {
                String text = part.strip();
                if (text.length() > 3 && !code.contains(text)) {
                    unknown.add(snippet.place() + ": no source logs '" + text + "'");
                }
            }
        }
        return unknown;
    }
}
