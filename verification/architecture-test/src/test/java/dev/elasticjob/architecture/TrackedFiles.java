package dev.elasticjob.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Files of the repository: those that git tracks or would track, or without git all files except build output. They must
 * not contain anything that is valid on one machine only.
 */
final class TrackedFiles {

    /** Patterns forbidden in every file, for example package registries, which each build environment configures itself. */
    private static final Map<String, Pattern> NOWHERE = Map.of(
            "a path of one machine",
            Pattern.compile("(?<![\\w.$})\\]*/-])/(?:work|root|home)/"),
            "the address of a package registry",
            Pattern.compile("(?i)https?://[^\\s\"'<>)]*(?:repo1?\\.maven|maven2|mirror|nexus|artifactory|aliyun|jitpack"
                    + "|plugins\\.gradle|registry\\.npm|pypi\\.org)"));

    private static final Map<String, Pattern> NOT_IN_POMS = Map.of(
            "a repository",
            Pattern.compile("<(?:repositories|repository|pluginRepository|snapshotRepository|mirror)\\b"));

    private TrackedFiles() {}

    static List<Path> below(Path root) {
        return ofGit(root).orElseGet(() -> ofTree(root));
    }

    private static Optional<List<Path>> ofGit(Path root) {
        if (!Files.exists(root.resolve(".git"))) {
            return Optional.empty();
        }
        try {
            Process git = new ProcessBuilder("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
                    .directory(root.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String names = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (git.waitFor() != 0 || names.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(Stream.of(names.split("\0"))
                    .map(root::resolve)
                    .filter(Files::isRegularFile)
                    .toList());
        } catch (IOException noGit) {
            return Optional.empty();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    static List<Path> ofTree(Path root) {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile)
                    .filter(path -> !isBuilt(root.relativize(path)))
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static boolean isBuilt(Path relative) {
        for (Path part : relative) {
            if (part.toString().equals("target") || part.toString().equals(".git")) {
                return true;
            }
        }
        return false;
    }

    /** Returns descriptions of the forbidden content, with file and line. */
    static List<String> problemsIn(List<Path> files) {
        List<String> problems = new ArrayList<>();
        for (Path file : files) {
            String[] lines = read(file).split("\n");
            for (int i = 0; i < lines.length; i++) {
                find(NOWHERE, file, i + 1, lines[i], problems);
                if (file.getFileName().toString().equals("pom.xml")) {
                    find(NOT_IN_POMS, file, i + 1, lines[i], problems);
                }
            }
        }
        return problems;
    }

    private static void find(Map<String, Pattern> patterns, Path file, int number, String line, List<String> problems) {
        patterns.forEach((what, pattern) -> {
            if (pattern.matcher(line).find()) {
                problems.add(file + ":" + number + " holds " + what + ": " + line.strip());
            }
        });
    }

    /** Reads a file as ISO-8859-1, in which every byte is valid, so that binary files can be searched as well. */
    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
