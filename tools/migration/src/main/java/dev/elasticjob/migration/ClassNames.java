package dev.elasticjob.migration;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Renames classes wherever a file mentions them. A class is identified by its simple name, because its package changed
 * between releases but its name did not. A class in a package that the sources themselves declare is not treated as one
 * of ElasticJob.
 */
final class ClassNames {

    static final String OLD = "org.apache.shardingsphere.elasticjob";

    private static final String OLD_PATTERN = OLD.replace(".", "\\.");

    private static final Pattern NAME = Pattern.compile("(?<![\\w.$])" + OLD_PATTERN + "((?:\\.[A-Za-z_]\\w*)+)");

    private static final Pattern STAR_IMPORT =
            Pattern.compile("(?m)^([ \\t]*import[ \\t]+)" + OLD_PATTERN + "((?:\\.[a-z_]\\w*)+)\\.\\*");

    private static final Pattern PACKAGE = Pattern.compile("(?m)^\\s*package\\s+([\\w.]+)");

    /** The packages of 2.x, which stay unchanged because the adapters provide them. */
    private static final Pattern OF_2X = Pattern.compile("\\bcom\\.dangdang\\.ddframe\\.job\\.([\\w.]+)");

    private static final Set<String> INTERNALS_OFFERED =
            Set.of("lite.internal.schedule.JobRegistry", "lite.internal.schedule.JobScheduleController");

    /** Package names that were never released to a public repository. */
    private static final Pattern BETWEEN_2_AND_3 = Pattern.compile("\\bio\\.elasticjob\\.");

    private final Map<String, String> bySimpleName = new TreeMap<>();
    private final Map<String, Set<String>> packages = new TreeMap<>();
    private final Map<String, String> gone = new TreeMap<>();
    private final Map<String, String> gone2x = new TreeMap<>();
    private final Set<String> declared;

    /** @param declared packages that the sources themselves declare */
    ClassNames(Set<String> declared) {
        this.declared = declared;
        for (Map.Entry<String, String> each : Table.read("classes.txt")) {
            String old = each.getKey().replaceFirst("^\\+", "");
            bySimpleName.put(old.substring(old.lastIndexOf('.') + 1), each.getValue());
            packages.computeIfAbsent(old.substring(0, old.lastIndexOf('.')), any -> new TreeSet<>())
                    .add(each.getValue().substring(0, each.getValue().lastIndexOf('.')));
        }
        Table.read("gone.txt").forEach(each -> gone.put(each.getKey(), each.getValue()));
        Table.read("gone-2x.txt").forEach(each -> gone2x.put(each.getKey(), each.getValue()));
    }

    static Optional<String> declaredPackage(String source) {
        return PACKAGE.matcher(source).results().findFirst().map(found -> found.group(1));
    }

    /** Returns the new name of a class. */
    Optional<String> newName(String oldName) {
        Parts parts = Parts.of(oldName.substring(OLD.length()));
        return isTheirs(parts) ? Optional.ofNullable(bySimpleName.get(parts.simpleName())) : Optional.empty();
    }

    /** @param fileName name of the file, which determines the comment syntax */
    void rewrite(Text text, String fileName, boolean isSource) {
        text.replace(STAR_IMPORT, this::starImport);
        Map<String, String> otherNames = new LinkedHashMap<>();
        text.replace(NAME, found -> {
            Parts parts = Parts.of(found.group(1));
            String newName = bySimpleName.get(parts.simpleName());
            if (newName == null || !isTheirs(parts)) {
                return found.group();
            }
            String newSimpleName = newName.substring(newName.lastIndexOf('.') + 1);
            if (isSource && !newSimpleName.equals(parts.simpleName())) {
                otherNames.put(parts.simpleName(), newSimpleName);
            }
            return newName + parts.rest();
        });
        otherNames.forEach(
                (before, now) -> text.replace(Pattern.compile("(?<![\\w.])" + before + "\\b"), found -> now));
        if (isSource && text.content().contains("dev.elasticjob")) {
            Members.rename(text, fileName);
        }
        noteWhatIsLeft(text, Comments.masked(fileName, text.content()));
    }

    /** Returns an import for each package that contains classes of the old package. */
    private String starImport(MatchResult found) {
        Set<String> now = packages.get(found.group(2).substring(1));
        if (now == null || declared.contains(OLD + found.group(2))) {
            return found.group();
        }
        return now.stream().map(each -> found.group(1) + each + ".*").collect(Collectors.joining(";\n"));
    }

    private void noteWhatIsLeft(Text text, String withoutComments) {
        NAME.matcher(withoutComments).results().forEach(found -> {
            Parts parts = Parts.of(found.group(1));
            if (!isTheirs(parts) || parts.simpleName().isEmpty() && isAbove(OLD + found.group(1))) {
                return;
            }
            text.note(found.start(), found.group() + ": " + advice(parts));
        });
        OF_2X.matcher(withoutComments).results().forEach(found -> {
            String name = found.group(1);
            gone2x.entrySet().stream()
                    .filter(each -> name.startsWith(each.getKey()))
                    .filter(each -> INTERNALS_OFFERED.stream().noneMatch(name::startsWith))
                    .findFirst()
                    .ifPresent(each -> text.note(
                            found.start(), found.group() + " is not in the adapter of 2.x: " + each.getValue()));
        });
        BETWEEN_2_AND_3
                .matcher(withoutComments)
                .results()
                .findFirst()
                .ifPresent(found -> text.note(
                        found.start(),
                        "io.elasticjob was never released: rename it to com.dangdang.ddframe.job first"));
    }

    /**
     * Returns the advice for the simple name, or else for the longest matching package prefix, which ends with a dot in
     * the table.
     */
    private String advice(Parts parts) {
        String bySimpleName = gone.get(parts.simpleName());
        if (bySimpleName != null) {
            return bySimpleName;
        }
        String inPackage = parts.inPackage().isEmpty() ? "" : parts.inPackage().substring(1) + ".";
        return gone.entrySet().stream()
                .filter(each -> each.getKey().endsWith(".") && inPackage.startsWith(each.getKey()))
                .max(Comparator.comparingInt(each -> each.getKey().length()))
                .map(Map.Entry::getValue)
                .orElse("is not known here");
    }

    private boolean isTheirs(Parts parts) {
        return !declared.contains(OLD + parts.inPackage());
    }

    /** Returns whether the sources declare a package below the given one. */
    private boolean isAbove(String name) {
        return declared.stream().anyMatch(each -> each.startsWith(name + "."));
    }

    /** The parts of a name such as {@code .reg.base.Outer.Inner}. */
    private record Parts(String inPackage, String simpleName, String rest) {

        private static final Pattern PATTERN = Pattern.compile("((?:\\.[a-z_]\\w*)*)(?:\\.([A-Z]\\w*)((?:\\.\\w+)*))?");

        static Parts of(String name) {
            Matcher matcher = PATTERN.matcher(name);
            if (!matcher.matches()) {
                return new Parts(name, "", "");
            }
            return new Parts(
                    matcher.group(1),
                    matcher.group(2) == null ? "" : matcher.group(2),
                    matcher.group(3) == null ? "" : matcher.group(3));
        }
    }
}
