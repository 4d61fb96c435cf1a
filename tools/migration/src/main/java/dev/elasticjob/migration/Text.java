package dev.elasticjob.migration;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A file during its rewrite: current content, number of renamed occurrences, and remaining work. */
final class Text {

    /** A place that requires manual work. */
    record Note(int line, String what) {}

    private final List<Note> notes = new ArrayList<>();
    private final String original;
    private String content;
    private int renamed;

    Text(String content) {
        this.original = content;
        this.content = content;
    }

    /** Returns the content before the rewrite. */
    String original() {
        return original;
    }

    String content() {
        return content;
    }

    int renamed() {
        return renamed;
    }

    List<Note> notes() {
        return notes.stream().sorted(Comparator.comparingInt(Note::line)).toList();
    }

    /** Replaces each match by the result of the function. */
    void replace(Pattern pattern, Function<MatchResult, String> by) {
        StringBuilder result = new StringBuilder();
        int end = 0;
        Matcher matcher = pattern.matcher(content);
        while (matcher.find()) {
            String replacement = by.apply(matcher.toMatchResult());
            if (!replacement.equals(matcher.group())) {
                renamed++;
            }
            result.append(content, end, matcher.start()).append(replacement);
            end = matcher.end();
        }
        content = result.append(content, end, content.length()).toString();
    }

    /** Adds a note at its first occurrence, once per file. */
    void note(int offset, String what) {
        if (notes.stream().noneMatch(each -> each.what().equals(what))) {
            notes.add(new Note(line(offset), what));
        }
    }

    /** Adds a note at every occurrence, once per line. */
    void noteEach(int offset, String what) {
        Note note = new Note(line(offset), what);
        if (!notes.contains(note)) {
            notes.add(note);
        }
    }

    private int line(int offset) {
        return 1
                + (int) content.substring(0, offset)
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
    }
}
