package dev.elasticjob.migration;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
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

    private static final String NEW = "dev.elasticjob";
    private static final String OLD_PATTERN = OLD.replace(".", "\\.");

    private static final Pattern NAME = Pattern.compile("(?<![\\w.$])" + OLD_PATTERN + "((?:\\.[A-Za-z_]\\w*)+)");

    private static final Pattern STAR_IMPORT =
            Pattern.compile("(?m)^([ \\t]*import[ \\t]+)" + OLD_PATTERN + "((?:\\.[a-z_]\\w*)+)\\.\\*");

    /** Scala: {@code a.b._}, {@code a.b.{C, D => E}}. */
    private static final Pattern SCALA_IMPORT = Pattern.compile(
            "(?m)^([ \\t]*import[ \\t]+)" + OLD_PATTERN + "((?:\\.[a-z]\\w*)+)\\.(?:_(?!\\w)|\\{([^{}]*)})");

    /** The package itself, in settings of loggers and in strings. */
    private static final Pattern BARE = Pattern.compile("(?<![\\w$-])" + OLD_PATTERN + "(?![\\w-]|\\.[A-Za-z_])");

    /** A logger whose name is part of a key. */
    private static final Pattern LOGGER =
            Pattern.compile("(?<=logging\\.level\\.|log4j\\.logger\\.)" + OLD_PATTERN + "((?:\\.[A-Za-z_]\\w*)*)");

    private static final Pattern IMPORT_OF_A_CLASS =
            Pattern.compile("(?m)^[ \\t]*import[ \\t]+(?!static\\b)([\\w.]+)\\.([A-Z]\\w*)[ \\t]*;?[ \\t]*$");

    private static final Pattern PACKAGE = Pattern.compile("(?m)^\\s*package\\s+([\\w.]+)");

    /** The packages of 2.x, which stay unchanged because the adapters provide them. */
    private static final Pattern OF_2X = Pattern.compile("\\bcom\\.dangdang\\.ddframe\\.job\\.([\\w.]+)");

    private static final Set<String> INTERNALS_OFFERED =
            Set.of("lite.internal.schedule.JobRegistry", "lite.internal.schedule.JobScheduleController");

    /** Package names that were never released to a public repository. */
    private static final Pattern BETWEEN_2_AND_3 = Pattern.compile("\\bio\\.elasticjob\\.");

    private final Map<String, String> bySimpleName = new TreeMap<>();
    private final Map<String, Set<String>> packages = new TreeMap<>();
    private final Set<String> known = new TreeSet<>();
    private final Map<String, String> gone = new TreeMap<>();
    private final Map<String, String> gone2x = new TreeMap<>();
    private final Set<String> declared;
    private final Set<String> types;
    private final Set<String> simpleTypes;

    ClassNames(Project project) {
        this.declared = project.packages();
        this.types = project.types();
        this.simpleTypes = types.stream()
                .map(each -> each.substring(each.lastIndexOf('.') + 1))
                .collect(Collectors.toSet());
        for (Map.Entry<String, String> each : Table.read("classes.txt")) {
            String old = each.getKey().replaceFirst("^\\+", "");
            bySimpleName.put(old.substring(old.lastIndexOf('.') + 1), each.getValue());
            known.add("." + old);
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
        Map<String, String> otherNames = new LinkedHashMap<>();
        if (fileName.endsWith(".scala")) {
            text.replace(SCALA_IMPORT, found -> scalaImport(found, otherNames));
        }
        String end = fileName.endsWith(".java") || fileName.endsWith(".groovy") ? ";" : "";
        String separator = end + (text.content().contains("\r\n") ? "\r\n" : "\n");
        text.replace(STAR_IMPORT, found -> starImport(found, separator, otherNames));
        text.replace(NAME, found -> {
            Parts parts = Parts.of(found.group(1));
            String newName = bySimpleName.get(parts.simpleName());
            if (newName == null || !isTheirs(parts)) {
                return found.group();
            }
            otherName(parts.simpleName(), newName, otherNames);
            return newName + parts.rest();
        });
        if (isSource) {
            otherNames.forEach((before, now) -> renameUses(text, before, now));
            Members.rename(text, fileName, simpleTypes);
        } else if (!isBuild(fileName)) {
            text.replace(BARE, found -> declared.contains(OLD) ? found.group() : NEW);
            text.replace(LOGGER, found -> logger(found.group(), found.group(1)));
        }
        String withoutComments = Comments.masked(fileName, text.content());
        noteWhatIsLeft(text, fileName, withoutComments);
        if (isSource && STAR_IMPORT.matcher(text.original()).find()) {
            noteGoneBehindWildcards(text, withoutComments);
        }
    }

    /** Lists classes without a counterpart that a file uses by their simple names, because it imports their package. */
    private void noteGoneBehindWildcards(Text text, String content) {
        gone.forEach((name, advice) -> {
            boolean isOther = name.endsWith(".")
                    || simpleTypes.contains(name)
                    || IMPORT_OF_A_CLASS
                            .matcher(content)
                            .results()
                            .anyMatch(found -> found.group(2).equals(name));
            if (!isOther) {
                Pattern.compile("(?<![\\w.\"])" + name + "\\b(?!\")")
                        .matcher(content)
                        .results()
                        .findFirst()
                        .ifPresent(found -> text.note(found.start(), name + ": " + advice));
            }
        });
    }

    private static boolean isBuild(String fileName) {
        return fileName.equals("pom.xml") || fileName.matches(".*\\.(?:gradle|kts|toml)");
    }

    private static void otherName(String simpleName, String newName, Map<String, String> otherNames) {
        String newSimpleName = newName.substring(newName.lastIndexOf('.') + 1);
        if (!newSimpleName.equals(simpleName)) {
            otherNames.put(simpleName, newSimpleName);
        }
    }

    /** Renames the uses of a class by its simple name, unless the file imports a class of that name from elsewhere. */
    private static void renameUses(Text text, String before, String now) {
        boolean isOther = IMPORT_OF_A_CLASS
                .matcher(text.content())
                .results()
                .anyMatch(found -> found.group(2).equals(before));
        if (!isOther) {
            text.replace(Pattern.compile("(?<![\\w.\"])" + before + "\\b(?!\")"), found -> now);
        }
    }

    private String logger(String name, String below) {
        if (below.isEmpty()) {
            return NEW;
        }
        Parts parts = Parts.of(below);
        String newName = bySimpleName.get(parts.simpleName());
        return newName == null || !isTheirs(parts) ? name : newName + parts.rest();
    }

    /** Returns an import for each package that contains classes of the old package. */
    private String starImport(MatchResult found, String separator, Map<String, String> otherNames) {
        Set<String> now = packages.get(found.group(2).substring(1));
        if (now == null) {
            return found.group();
        }
        renamedIn(found.group(2), otherNames);
        Set<String> names = new LinkedHashSet<>(now);
        if (declared.contains(OLD + found.group(2))) {
            names.add(OLD + found.group(2));
        }
        return names.stream().map(each -> found.group(1) + each + ".*").collect(Collectors.joining(separator));
    }

    private void renamedIn(String inPackage, Map<String, String> otherNames) {
        for (String each : known) {
            if (each.substring(0, each.lastIndexOf('.')).equals(inPackage)) {
                String simpleName = each.substring(each.lastIndexOf('.') + 1);
                otherName(simpleName, bySimpleName.get(simpleName), otherNames);
            }
        }
    }

    private String scalaImport(MatchResult found, Map<String, String> otherNames) {
        if (found.group(3) == null) {
            return starImport(found, "\n", otherNames).replace(".*", "._");
        }
        List<String> imports = new ArrayList<>();
        for (String each : found.group(3).split(",")) {
            String simpleName = each.strip().split("\\s", 2)[0];
            String newName = bySimpleName.get(simpleName);
            Parts parts = Parts.of(found.group(2) + "." + simpleName);
            if (newName == null || !isTheirs(parts)) {
                imports.add(found.group(1) + OLD + found.group(2) + "."
                        + (each.contains("=>") ? "{" + each.strip() + "}" : simpleName));
                continue;
            }
            otherName(simpleName, newName, otherNames);
            String inPackage = newName.substring(0, newName.lastIndexOf('.') + 1);
            String newSimpleName = newName.substring(inPackage.length());
            imports.add(found.group(1)
                    + inPackage
                    + (each.contains("=>")
                            ? "{" + newSimpleName + each.strip().substring(simpleName.length()) + "}"
                            : newSimpleName));
        }
        return String.join("\n", imports);
    }

    private void noteWhatIsLeft(Text text, String fileName, String withoutComments) {
        PACKAGE.matcher(withoutComments)
                .results()
                .filter(found -> isSourceOf(found.group(1)))
                .findFirst()
                .ifPresent(found -> text.note(
                        found.start(1),
                        "this file is in a package of ElasticJob, " + found.group(1)
                                + ": classes that it uses without an import, or replaces, are not there any more"));
        BARE.matcher(withoutComments)
                .results()
                .filter(found -> !isGroupOrOwn(withoutComments, found.start()))
                .findFirst()
                .ifPresent(found -> text.note(
                        found.start(), OLD + ": the package, and the group of the artifacts, is " + NEW + " here"));
        LOGGER.matcher(withoutComments)
                .results()
                .forEach(found -> text.note(found.start(), found.group() + ": loggers are below " + NEW + " here"));
        NAME.matcher(withoutComments).results().forEach(found -> {
            Parts parts = Parts.of(found.group(1));
            if (!isTheirs(parts) || parts.simpleName().isEmpty() && isAbove(OLD + found.group(1))) {
                return;
            }
            boolean isPackageInSettings = parts.simpleName().isEmpty()
                    && !fileName.matches(".*\\.(?:java|kt|groovy|scala)")
                    && !gone.containsKey(parts.simpleName());
            text.note(
                    found.start(),
                    found.group() + ": "
                            + (isPackageInSettings
                                    ? "packages and loggers are below " + NEW + " here"
                                    : advice(parts)));
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

    /** Returns whether a class is ElasticJob's, also in a package to which the sources add classes of their own. */
    private boolean isTheirs(Parts parts) {
        String inPackage = OLD + parts.inPackage();
        if (parts.simpleName().isEmpty()) {
            return !declared.contains(inPackage);
        }
        return !types.contains(inPackage + "." + parts.simpleName())
                && (!declared.contains(inPackage) || isKnown(parts.inPackage(), parts.simpleName()));
    }

    private boolean isKnown(String inPackage, String simpleName) {
        return known.contains(inPackage + "." + simpleName) || gone.containsKey(simpleName) || isGone(inPackage);
    }

    private boolean isGone(String inPackage) {
        return !inPackage.isEmpty()
                && gone.keySet().stream()
                        .anyMatch(each -> each.endsWith(".") && (inPackage.substring(1) + ".").startsWith(each));
    }

    /** Returns whether a source declares a package in which ElasticJob has classes. */
    private boolean isSourceOf(String inPackage) {
        return inPackage.startsWith(OLD + ".")
                && (packages.containsKey(inPackage.substring(OLD.length() + 1))
                        || isGone(inPackage.substring(OLD.length())));
    }

    /** Returns whether the name is a group, which is handled with its artifact, or a package of the sources. */
    private boolean isGroupOrOwn(String content, int offset) {
        String before = content.substring(Math.max(0, offset - 40), offset);
        String after = content.substring(Math.min(content.length(), offset + OLD.length()));
        return before.matches("(?s).*<groupId>\\s*")
                || before.matches("(?s).*\\bpackage\\s+")
                || after.matches("(?s):[\\w.-]+.*")
                || before.matches("(?s).*\\bgroup\\s*[:=]\\s*[\"']");
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
