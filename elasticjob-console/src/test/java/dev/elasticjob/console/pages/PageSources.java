package dev.elasticjob.console.pages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The sources of the pages, by path, such as {@code /assets/lib/api.js}. */
record PageSources(Map<String, String> texts) {

    private static final Path ROOT = Path.of("src/main/resources/static");
    private static final Pattern IMPORT = Pattern.compile(
            "^import (?:\\{(?<names>[^}]*)}|(?<whole>\\w+|\\* as \\w+)) from '(?<path>[^']+)';$"
                    + "|\\bimport\\('(?<lazy>[^']+)'\\)\\.then\\(\\w+ => \\w+\\.(?<name>\\w+)\\)",
            Pattern.MULTILINE);
    private static final Pattern EXPORT =
            Pattern.compile("^export (?:async )?(?:const|let|function|class) (\\w+)", Pattern.MULTILINE);

    static PageSources read() {
        return new PageSources(find(path -> path.endsWith(".js")));
    }

    static Map<String, String> withStyles() {
        return find(path -> path.endsWith(".js") || path.endsWith(".css"));
    }

    private static Map<String, String> find(Predicate<String> included) {
        Map<String, String> result = new TreeMap<>();
        try (Stream<Path> files = Files.walk(ROOT)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String path = "/" + ROOT.relativize(file).toString().replace('\\', '/');
                if (included.test(path)) {
                    result.put(path, Files.readString(file));
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return result;
    }

    static void write(String path, String text) {
        try {
            Files.writeString(ROOT.resolve(path.substring(1)), text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Returns the paths that a source imports. */
    Set<String> importedBy(String path) {
        Set<String> result = new TreeSet<>();
        imports(path).keySet().forEach(result::add);
        return result;
    }

    /** Returns the names that a source imports, by the path from which it imports them; {@code *} for all. */
    Map<String, Set<String>> imports(String path) {
        Map<String, Set<String>> result = new TreeMap<>();
        Matcher matcher = IMPORT.matcher(texts.get(path));
        while (matcher.find()) {
            String relative = matcher.group("path") == null ? matcher.group("lazy") : matcher.group("path");
            Set<String> names = result.computeIfAbsent(
                    Path.of(path)
                            .resolveSibling(relative)
                            .normalize()
                            .toString()
                            .replace('\\', '/'),
                    none -> new TreeSet<>());
            if (matcher.group("name") != null) {
                names.add(matcher.group("name"));
            } else if (matcher.group("names") != null) {
                Stream.of(matcher.group("names").split(","))
                        .map(String::strip)
                        .filter(each -> !each.isEmpty())
                        .forEach(names::add);
            } else {
                names.add("*");
            }
        }
        return result;
    }

    Set<String> exports(String path) {
        Set<String> result = new TreeSet<>();
        Matcher matcher = EXPORT.matcher(texts.get(path));
        while (matcher.find()) {
            result.add(matcher.group(1));
        }
        return result;
    }
}
