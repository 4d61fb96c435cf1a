package dev.elasticjob.migration;

import java.util.Set;
import java.util.regex.Pattern;

/** Replaces comments by blanks, so that names in them are not listed as work. Offsets and line breaks are preserved. */
final class Comments {

    private static final Set<String> CODE = Set.of("java", "kt", "kts", "groovy", "scala", "gradle", "sbt");

    private static final Pattern MARKUP = Pattern.compile("(?s)<!--.*?-->");
    private static final Pattern LINES = Pattern.compile("(?m)(?:^|(?<=\\s))#.*$");
    private static final Pattern FIRST_IN_LINE = Pattern.compile("(?m)^[ \\t]*[#!].*$");
    private static final Pattern SQL = Pattern.compile("(?m)--.*$|(?s:/\\*.*?\\*/)");

    private Comments() {}

    static String masked(String fileName, String content) {
        String type = fileName.substring(fileName.lastIndexOf('.') + 1);
        if (CODE.contains(type)) {
            return code(content);
        }
        Pattern comment =
                switch (type) {
                    case "xml" -> MARKUP;
                    case "properties", "factories", "conf" -> FIRST_IN_LINE;
                    case "sql" -> SQL;
                    case "json", "imports" -> null;
                    default -> LINES;
                };
        return comment == null
                ? content
                : comment.matcher(content).replaceAll(found -> found.group().replaceAll("[^\\r\\n]", " "));
    }

    /** Scans the text once, so that literals of any length are skipped without recursion. */
    private static String code(String content) {
        StringBuilder result = new StringBuilder(content);
        int i = 0;
        while (i < content.length()) {
            int end = literalEnd(content, i);
            int comment = end > i ? -1 : commentEnd(content, i);
            for (int each = i; each < comment; each++) {
                if (content.charAt(each) != '\r' && content.charAt(each) != '\n') {
                    result.setCharAt(each, ' ');
                }
            }
            i = Math.max(i + 1, Math.max(end, comment));
        }
        return result.toString();
    }

    private static int commentEnd(String content, int from) {
        if (content.startsWith("//", from)) {
            int end = from;
            while (end < content.length() && content.charAt(end) != '\r' && content.charAt(end) != '\n') {
                end++;
            }
            return end;
        }
        if (content.startsWith("/*", from)) {
            int end = content.indexOf("*/", from + 2);
            return end < 0 ? content.length() : end + 2;
        }
        return -1;
    }

    /** Returns the end of the literal that begins here, or the offset itself when none does. */
    private static int literalEnd(String content, int from) {
        if (content.startsWith("\"\"\"", from)) {
            int end = content.indexOf("\"\"\"", from + 3);
            return end < 0 ? content.length() : end + 3;
        }
        char quote = content.charAt(from);
        if (quote != '"' && quote != '\'') {
            return from;
        }
        int i = from + 1;
        while (i < content.length() && content.charAt(i) != quote) {
            if (content.charAt(i) == '\r' || content.charAt(i) == '\n') {
                return from + 1;
            }
            i += content.charAt(i) == '\\' ? 2 : 1;
        }
        return Math.min(i + 1, content.length());
    }
}
