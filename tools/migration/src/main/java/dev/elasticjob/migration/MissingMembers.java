package dev.elasticjob.migration;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Lists uses of members that ElasticJob's classes had and the classes of this product do not have. */
final class MissingMembers {

    /** @param arity number of parameters; -1 for any */
    record Entry(String type, String member, int arity, String advice) {

        String key() {
            return type + "." + member + (arity < 0 ? "" : "/" + arity);
        }
    }

    private final Map<String, List<Entry>> byType = new LinkedHashMap<>();

    MissingMembers() {
        for (Entry each : table()) {
            byType.computeIfAbsent(each.type(), any -> new ArrayList<>()).add(each);
        }
    }

    static List<Entry> table() {
        List<Entry> result = new ArrayList<>();
        for (Map.Entry<String, String> row : Table.read("members.txt")) {
            String type = row.getKey().substring(0, row.getKey().indexOf('.'));
            for (String each : row.getKey().substring(type.length() + 1).split(",")) {
                String[] parts = each.split("/");
                int arity = parts.length == 1 ? -1 : Integer.parseInt(parts[1]);
                result.add(new Entry(type, parts[0], arity, row.getValue()));
            }
        }
        return result;
    }

    /**
     * @param content source without comments, in which the classes have their new names
     * @param wasOld whether the classes had their old names before: only then a constructor is one of the old classes,
     *         because a new one may have as many parameters
     */
    void note(Text text, String content, boolean wasOld) {
        byType.forEach((type, entries) -> {
            if (Pattern.compile("\\b" + type + "\\b").matcher(content).find()) {
                Set<String> variables = variables(content, type);
                entries.stream()
                        .filter(each -> wasOld || !each.member().equals("new"))
                        .forEach(each -> note(text, content, each, variables));
            }
        });
    }

    /** Returns the fields, parameters, variables and methods that have the type, or a subtype with its name at the end. */
    private static Set<String> variables(String content, String type) {
        Set<String> result = new TreeSet<>();
        String types = type.equals("CoordinatorRegistryCenter") ? "(?:Coordinator|Zookeeper)RegistryCenter" : type;
        Pattern.compile("\\b" + types + "\\s+([a-z_]\\w*)|\\b([a-z_]\\w*)(?:\\(\\))?\\s*:\\s*" + types + "\\b")
                .matcher(content)
                .results()
                .forEach(found -> result.add(BuildAdvice.group(found)));
        return result;
    }

    private static void note(Text text, String content, Entry entry, Set<String> variables) {
        if (entry.member().equals("new")) {
            Pattern.compile("\\b(?:new\\s+" + entry.type() + "|extends\\s+" + entry.type()
                            + ")\\s*(?:<[^>;]*>)?\\s*\\(")
                    .matcher(content)
                    .results()
                    .filter(found -> entry.arity() < 0 || entry.arity() == arguments(content, found.end()))
                    .forEach(found -> note(text, found, "this constructor of " + entry.type(), entry));
            return;
        }
        // Constants and static methods.
        note(text, content, entry, entry.type(), "");
        for (String each : variables) {
            note(text, content, entry, Pattern.quote(each) + "(?:\\(\\))?", "\\s*\\(");
        }
    }

    private static void note(Text text, String content, Entry entry, String receiver, String end) {
        Pattern.compile("\\b" + receiver + "\\s*(?:(?:\\.|\\?\\.)\\s*" + entry.member() + "\\b" + end + "|::\\s*"
                        + entry.member() + "\\b)")
                .matcher(content)
                .results()
                .forEach(found -> note(text, found, entry.type() + "." + entry.member(), entry));
    }

    private static void note(Text text, MatchResult found, String what, Entry entry) {
        text.noteEach(found.start(), what + " is not there any more: " + entry.advice());
    }

    /** Returns the number of arguments of a call, from the offset after its parenthesis. */
    private static int arguments(String content, int from) {
        int depth = 0;
        int commas = 0;
        boolean isEmpty = true;
        for (int i = from; i < content.length(); i++) {
            char c = content.charAt(i);
            if (c == '"') {
                for (i++; i < content.length() && content.charAt(i) != '"'; i++) {
                    i += content.charAt(i) == '\\' ? 1 : 0;
                }
            } else if (c == ')' && depth == 0) {
                break;
            } else if (c == '(' || c == '[' || c == '{') {
                depth++;
            } else if (c == ')' || c == ']' || c == '}') {
                depth--;
            } else if (c == ',' && depth == 0) {
                commas++;
            }
            isEmpty &= Character.isWhitespace(c);
        }
        return isEmpty ? 0 : commas + 1;
    }
}
