package dev.elasticjob.migration;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lists properties, in properties files and YAML, that mean something else here or are not ElasticJob's. */
final class SettingsAdvice {

    /** The prefix in the spellings that Spring Boot accepts. */
    static final String PREFIX = "(?i:elastic[-_]?job)";

    /** Keys below the prefix, in Spring Boot's uniform spelling; {@code preferred} is a system property. */
    private static final Set<String> OURS = Set.of(
            "enabled",
            "foreignkeys",
            "developmentregistry",
            "regcenter",
            "jobs",
            "tracing",
            "dump",
            "threads",
            "preferred");

    private static final Pattern IN_PROPERTIES =
            Pattern.compile("(?m)^[ \\t]*" + PREFIX + "\\.([\\w-]+)([\\w.\\[\\]-]*)");
    private static final Pattern IN_YAML = Pattern.compile("^([ ]*)['\"]?([\\w.\\[\\]-]+)['\"]?[ ]*:(?:[ ]+(.*))?$");

    private static final Pattern BELOW = Pattern.compile(PREFIX + "\\.(.+)");

    private SettingsAdvice() {}

    static void properties(Text text, String content) {
        Map<String, Integer> keys = new LinkedHashMap<>();
        Matcher found = IN_PROPERTIES.matcher(content);
        while (found.find()) {
            keys.putIfAbsent(found.group(1) + found.group(2), found.start(1));
        }
        list(text, keys);
    }

    /** Reads the keys line by line, with their indentation, in all documents of the file. */
    static void yaml(Text text, String content) {
        Map<String, Integer> keys = new LinkedHashMap<>();
        int offset = 0;
        int prefixIndent = -1;
        int childIndent = -1;
        String child = "";
        for (String line : content.split("\\n", -1)) {
            Matcher key = IN_YAML.matcher(line.replace("\t", "    ").stripTrailing());
            if (key.matches()) {
                int indent = key.group(1).length();
                if (prefixIndent >= 0 && indent <= prefixIndent) {
                    prefixIndent = -1;
                }
                if (prefixIndent < 0) {
                    Matcher below = BELOW.matcher(key.group(2));
                    if (indent == 0 && below.matches()) {
                        child = below.group(1);
                        keys.putIfAbsent(child, offset + key.start(2));
                        prefixIndent = indent;
                        childIndent = -1;
                    } else if (indent == 0 && key.group(2).matches(PREFIX)) {
                        prefixIndent = indent;
                        childIndent = -2;
                        inline(keys, key.group(3), offset + key.start(2));
                    }
                } else if (childIndent == -2 || indent == childIndent) {
                    childIndent = indent;
                    child = key.group(2);
                    keys.putIfAbsent(child, offset + key.start(2));
                } else {
                    keys.putIfAbsent(child + "." + key.group(2), offset + key.start(2));
                }
            } else if (line.startsWith("---")) {
                prefixIndent = -1;
            }
            offset += line.length() + 1;
        }
        list(text, keys);
    }

    /** Reads the keys of a mapping on one line: {@code elasticjob: {dump: {port: 1}}}. */
    private static void inline(Map<String, Integer> keys, String value, int offset) {
        if (value == null || !value.startsWith("{")) {
            return;
        }
        int depth = 0;
        StringBuilder word = new StringBuilder();
        for (char c : value.toCharArray()) {
            if (c == '{' || c == '[') {
                depth++;
                word.setLength(0);
            } else if (c == '}' || c == ']') {
                depth--;
            } else if (c == ',') {
                word.setLength(0);
            } else if (c == ':' && depth == 1) {
                keys.putIfAbsent(word.toString().strip(), offset);
            } else {
                word.append(c);
            }
        }
    }

    private static void list(Text text, Map<String, Integer> keys) {
        Map<String, Integer> foreign = new LinkedHashMap<>();
        boolean hasJobs = false;
        for (Map.Entry<String, Integer> each : keys.entrySet()) {
            String first = each.getKey().replaceAll("[.\\[].*", "");
            if (!isOurs(first)) {
                foreign.putIfAbsent(first, each.getValue());
            } else if (uniform(first).equals("jobs") && !hasJobs) {
                hasJobs = true;
                text.note(
                        each.getValue(),
                        "unless set, misfire and monitor-execution are true and reconcile-interval-minutes is 10; in"
                                + " ElasticJob's starter they were false, false and 0");
            } else if (uniform(each.getKey()).equals("dumpport") && !hasAddress(keys)) {
                text.note(each.getValue(), dump("set elasticjob.dump.address"));
            }
        }
        foreign.forEach((key, offset) -> text.noteEach(offset, ownKey("elasticjob." + key)));
    }

    private static boolean hasAddress(Map<String, Integer> keys) {
        return keys.keySet().stream().anyMatch(each -> uniform(each).equals("dumpaddress"));
    }

    private static String uniform(String key) {
        return key.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    }

    /** @param key first part of a key below the prefix */
    static boolean isOurs(String key) {
        return OURS.contains(uniform(key));
    }

    static String ownKey(String key) {
        return "the key " + key
                + " is not ElasticJob's, and unknown keys below 'elasticjob' prevent the start: rename it, or"
                + " list it in elasticjob.foreign-keys";
    }

    static String dump(String remedy) {
        return "the dump port listens on the loopback address: to read dumps from another host, " + remedy
                + ", and protect the port";
    }
}
