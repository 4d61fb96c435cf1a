package dev.elasticjob.migration;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lists properties, in properties files and YAML, that mean something else here or are not ElasticJob's. */
final class SettingsAdvice {

    /** The prefix in the spellings that Spring Boot accepts. */
    static final String PREFIX = "(?i:elastic[-_]?job)";

    /** Keys below the prefix, in Spring Boot's uniform spelling. Below those that end with a dot any key is allowed. */
    static final Set<String> KNOWN = Set.of(
            "enabled",
            "foreignkeys.",
            "developmentregistry",
            "jobs.",
            "threads.virtual",
            "regcenter.serverlists",
            "regcenter.namespace",
            "regcenter.basesleeptimemilliseconds",
            "regcenter.maxsleeptimemilliseconds",
            "regcenter.maxretries",
            "regcenter.sessiontimeoutmilliseconds",
            "regcenter.connectiontimeoutmilliseconds",
            "regcenter.connecttimeoutmilliseconds",
            "regcenter.digest",
            "regcenter.aclmode",
            "regcenter.clientproperties.",
            "tracing.type",
            "tracing.includejobnames.",
            "tracing.excludejobnames.",
            "tracing.datasourcebeanname",
            "tracing.datasource.url",
            "tracing.datasource.username",
            "tracing.datasource.password",
            "tracing.datasource.driverclassname",
            "tracing.datasource.type",
            "tracing.settings.",
            "dump.enabled",
            "dump.port",
            "dump.address",
            // A system property.
            "preferred.");

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
        Deque<Level> levels = new ArrayDeque<>();
        int offset = 0;
        for (String line : content.split("\n", -1)) {
            Matcher key = IN_YAML.matcher(line.replace("\t", "    ").stripTrailing());
            if (line.startsWith("---")) {
                levels.clear();
            } else if (key.matches()) {
                int indent = key.group(1).length();
                while (!levels.isEmpty() && levels.peek().indent() >= indent) {
                    levels.pop();
                }
                String path = (levels.isEmpty() ? "" : levels.peek().path() + ".") + key.group(2);
                levels.push(new Level(indent, path));
                Matcher below = BELOW.matcher(path);
                if (below.matches()) {
                    keys.putIfAbsent(below.group(1), offset + key.start(2));
                }
                inline(keys, path, key.group(3), offset + key.start(2));
            }
            offset += line.length() + 1;
        }
        list(text, keys);
    }

    /** A key with its path, whose children have a larger indentation. */
    private record Level(int indent, String path) {}

    /** Reads the keys of a mapping on one line: {@code elasticjob: {dump: {port: 1}}}. */
    private static void inline(Map<String, Integer> keys, String path, String value, int offset) {
        if (value == null || !value.startsWith("{")) {
            return;
        }
        Deque<String> paths = new ArrayDeque<>();
        String current = path;
        StringBuilder word = new StringBuilder();
        for (char c : value.toCharArray()) {
            if (c == '{') {
                paths.push(current);
                word.setLength(0);
            } else if (c == '}') {
                paths.pop();
                word.setLength(0);
            } else if (c == ',') {
                word.setLength(0);
            } else if (c == ':' && !paths.isEmpty()) {
                current = paths.peek() + "." + word.toString().strip();
                word.setLength(0);
                Matcher below = BELOW.matcher(current);
                if (below.matches()) {
                    keys.putIfAbsent(below.group(1), offset);
                }
            } else {
                word.append(c);
            }
            if (paths.isEmpty()) {
                return;
            }
        }
    }

    private static void list(Text text, Map<String, Integer> keys) {
        Map<String, Integer> foreign = new LinkedHashMap<>();
        boolean hasJobs = false;
        for (Map.Entry<String, Integer> each : keys.entrySet()) {
            String unknown = unknown(each.getKey());
            if (!unknown.isEmpty()) {
                foreign.putIfAbsent(unknown, each.getValue());
            } else if (uniform(each.getKey()).startsWith("jobs.") && !hasJobs) {
                hasJobs = true;
                text.note(
                        each.getValue(),
                        "unless set, misfire and monitor-execution are true and reconcile-interval-minutes is 10; in"
                                + " ElasticJob's starter they were false, false and 0");
            } else if (uniform(each.getKey()).equals("dump.port.") && !hasAddress(keys)) {
                text.note(each.getValue(), dump("set elasticjob.dump.address"));
            }
        }
        foreign.forEach((key, offset) -> text.noteEach(offset, ownKey("elasticjob." + key)));
    }

    /** Returns the beginning of a key up to the part that is not known, or nothing when all of it is. */
    private static String unknown(String key) {
        String[] parts = key.split("\\.");
        for (int i = 1; i <= parts.length; i++) {
            String beginning = String.join(".", List.of(parts).subList(0, i));
            String name = uniform(beginning);
            if (KNOWN.stream().anyMatch(each -> each.endsWith(".") && name.equals(each))) {
                return "";
            }
            if (KNOWN.stream().noneMatch(each -> (each + ".").startsWith(name))) {
                return beginning.replaceAll("\\[.*", "");
            }
        }
        return "";
    }

    private static boolean hasAddress(Map<String, Integer> keys) {
        return keys.keySet().stream().anyMatch(each -> uniform(each).equals("dump.address."));
    }

    /** Returns the key in the uniform spelling, with a dot at the end of each part. */
    private static String uniform(String key) {
        StringBuilder result = new StringBuilder();
        for (String part : key.replaceAll("\\[[^]]*]", "").split("\\.")) {
            result.append(part.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT))
                    .append('.');
        }
        return result.toString();
    }

    /** @param key first part of a key below the prefix */
    static boolean isKnown(String key) {
        return unknown(key).isEmpty();
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
