package dev.elasticjob.migration;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Replaces comments by blanks, so that names in them are not listed as work. Offsets and line breaks are preserved. */
final class Comments {

    /** Matches literals first, so that the start of a comment within a string is ignored. */
    private static final Pattern CODE = Pattern.compile("\"\"\"(?s:.*?)\"\"\"|\"(?:\\\\.|[^\"\\\\\\r"
            + "\\n"
            + "])*\"|'(?:\\\\.|[^'\\\\\\r"
            + "\\n"
            + "])*'|(//[^\\r"
            + "\\n"
            + "]*|/\\*(?s:.*?)\\*/)");

    private static final Pattern MARKUP = Pattern.compile("(<!--(?s:.*?)-->)");
    private static final Pattern LINES = Pattern.compile("(?m)((?:^|(?<=\\s))#.*$)");
    private static final Pattern FIRST_IN_LINE = Pattern.compile("(?m)(^[ \\t]*[#!].*$)");

    private Comments() {}

    static String masked(String fileName, String content) {
        Pattern comment =
                switch (fileName.substring(fileName.lastIndexOf('.') + 1)) {
                    case "java", "kt", "kts", "groovy", "scala", "gradle" -> CODE;
                    case "xml" -> MARKUP;
                    case "yml", "yaml", "toml" -> LINES;
                    case "properties", "factories" -> FIRST_IN_LINE;
                    default -> null;
                };
        return comment == null ? content : comment.matcher(content).replaceAll(Comments::blank);
    }

    private static String blank(MatchResult found) {
        return Matcher.quoteReplacement(
                found.group(1) == null ? found.group() : found.group().replaceAll("[^\\r\\n]", " "));
    }
}
