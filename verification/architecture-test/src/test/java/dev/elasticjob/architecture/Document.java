package dev.elasticjob.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A parsed Markdown page.
 *
 * @param snippets fenced code blocks
 * @param prose lines outside of fenced code blocks
 */
record Document(Path file, List<Snippet> snippets, List<String> prose) {

    private static final Pattern FENCE = Pattern.compile("( *)```(.*)");
    private static final Pattern HEADING = Pattern.compile("#{1,6} +(.*?)(?: +#+)?");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)|\\b(?:src|srcset|href)=\"([^\"]+)\"");

    /**
     * A fenced code block.
     *
     * @param line line where its content begins
     * @param language language of the fence; empty for output, diagrams and other text
     */
    record Snippet(Path file, int line, String language, String text) {

        String place() {
            return file.getFileName() + ":" + line;
        }
    }

    /** Returns all Markdown pages of the project that are written for readers. */
    static List<Document> below(Path root) {
        try (Stream<Path> top = Files.list(root);
                Stream<Path> docs = Files.list(root.resolve("docs"))) {
            return Stream.concat(top, docs)
                    .filter(each -> each.toString().endsWith(".md"))
                    .sorted()
                    .map(Document::read)
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static Document read(Path file) {
        List<Snippet> snippets = new ArrayList<>();
        List<String> prose = new ArrayList<>();
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        for (int i = 0; i < lines.size(); i++) {
            Matcher fence = FENCE.matcher(lines.get(i));
            if (!fence.matches()) {
                prose.add(lines.get(i));
                continue;
            }
            int begin = i + 1;
            StringBuilder text = new StringBuilder();
            for (i++; i < lines.size() && !lines.get(i).strip().equals("```"); i++) {
                text.append(lines.get(i).replaceFirst("^" + fence.group(1), "")).append('\n');
            }
            if (i == lines.size()) {
                throw new AssertionError(file + ":" + begin + ": a fence that is not closed");
            }
            snippets.add(new Snippet(file, begin + 1, fence.group(2).strip(), text.toString()));
        }
        return new Document(file, List.copyOf(snippets), List.copyOf(prose));
    }

    List<Snippet> snippets(String language) {
        return snippets.stream()
                .filter(each -> each.language().equals(language))
                .toList();
    }

    /** Returns the anchors of the headings, as GitHub generates them. */
    Set<String> anchors() {
        Set<String> anchors = new LinkedHashSet<>();
        Map<String, Integer> times = new HashMap<>();
        for (String line : prose) {
            Matcher heading = HEADING.matcher(line);
            if (heading.matches()) {
                String slug = heading.group(1)
                        .replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-');
                int before = times.merge(slug, 1, Integer::sum) - 1;
                anchors.add(before == 0 ? slug : slug + "-" + before);
            }
        }
        return anchors;
    }

    /** Returns the links within the project whose file or heading does not exist. */
    List<String> deadLinks() {
        List<String> dead = new ArrayList<>();
        for (String line : prose) {
            Matcher links = LINK.matcher(line.replaceAll("`[^`]*`", ""));
            while (links.find()) {
                String target = links.group(1) != null ? links.group(1) : links.group(2);
                if (!target.matches("[a-z]+:.*") && !leadsSomewhere(target)) {
                    dead.add(file.getFileName() + ": " + target);
                }
            }
        }
        return dead;
    }

    private boolean leadsSomewhere(String target) {
        int hash = target.indexOf('#');
        String path = hash < 0 ? target : target.substring(0, hash);
        Path other = path.isEmpty() ? file : file.resolveSibling(path);
        return Files.exists(other)
                && (hash < 0
                        || !other.toString().endsWith(".md")
                        || read(other).anchors().contains(target.substring(hash + 1)));
    }
}
