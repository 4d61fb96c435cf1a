package dev.elasticjob.migration;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A file while it is rewritten: what it holds by now, how much was renamed, and what is left to do by hand. */
final class Text {

    /** Something that the reader has to look at. */
    record Note(int line, String what) {}

    private final List<Note> notes = new ArrayList<>();
    private String content;
    private int renamed;

    Text(String content) {
        this.content = content;
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

    /** Replaces each match by what the function answers. */
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

    /** Lists something once for the file, at the first place. */
    void note(int offset, String what) {
        if (notes.stream().noneMatch(each -> each.what().equals(what))) {
            notes.add(new Note(line(offset), what));
        }
    }

    /** Lists something at every place, once for a line. */
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
