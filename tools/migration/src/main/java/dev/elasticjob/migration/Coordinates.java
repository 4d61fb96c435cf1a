package dev.elasticjob.migration;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Renames the dependencies declared in a pom or a Gradle file. */
final class Coordinates {

    private static final String NEW = "dev.elasticjob";

    private static final Pattern DEPENDENCY = Pattern.compile("(?s)[ \\t]*<dependency>.*?</dependency>[ \\t]*\\R?");
    private static final Pattern EXCLUSIONS = Pattern.compile("(?s)<exclusions>.*?</exclusions>");
    private static final String OLD_GROUPS = "(?:" + ClassNames.OLD.replace(".", "\\.") + "|com\\.dangdang)";
    private static final Pattern GROUP = Pattern.compile("(<groupId>\\s*)" + OLD_GROUPS + "(\\s*</groupId>)");
    private static final Pattern ARTIFACT = Pattern.compile("(<artifactId>\\s*)([\\w.-]+)(\\s*</artifactId>)");
    private static final Pattern VERSION = Pattern.compile("(<version>\\s*)([^<\\s]+)(\\s*</version>)");
    private static final Pattern PROPERTY = Pattern.compile("\\$\\{([\\w.-]+)}");
    private static final Pattern GRADLE = Pattern.compile("(?<![\\w.])" + OLD_GROUPS + ":([\\w.-]+)(:[^'\"]*)?");

    /** A dependency in parts: {@code group: 'a', name: 'b', version: 'c'}, in Gradle and in version catalogs. */
    private static final Pattern GRADLE_PARTS = Pattern.compile(
            "(\\bgroup\\s*[:=]\\s*[\"'])" + OLD_GROUPS
                    + "([\"']\\s*,\\s*name\\s*[:=]\\s*[\"'])([\\w.-]+)([\"'])(\\s*,\\s*version\\s*[:=]\\s*(?:\"[^\"]*\"|'[^']*'))?");

    private static final Pattern CATALOG_VERSION =
            Pattern.compile("(?m)^([^\\n]*(?:module|group)\\s*=[^\\n]*?)version\\.ref\\s*=\\s*\"([\\w.-]+)\"");

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{?([A-Za-z][\\w.]*)}?");

    private static final Pattern NEW_WITH_VARIABLE =
            Pattern.compile("\\bdev\\.elasticjob:[\\w-]+:(?:\\$\\{?([A-Za-z][\\w.]*)}?(?![\\w.\\[(])"
                    + "|\\$\\{[\\w.]+[\\[(]\\s*[\"']([\\w.-]+)[\"']|[\"']\\s*\\+\\s*([A-Za-z][\\w.]*))");

    private static final Pattern OLD_OR_NEW_GROUP =
            Pattern.compile("<groupId>\\s*(?:" + OLD_GROUPS + "|dev\\.elasticjob)\\s*</groupId>");
    private static final Pattern OF_THE_PROJECT = Pattern.compile("project\\..*|version|revision");

    private final Map<String, String> artifacts = new TreeMap<>();
    private final String version;
    private final Project project;

    /** @param version new version of the dependencies */
    Coordinates(String version, Project project) {
        this.version = version;
        this.project = project;
        Table.read("artifacts.txt").forEach(each -> artifacts.put(each.getKey(), each.getValue()));
        Table.read("artifacts-2x.txt").forEach(each -> artifacts.put(each.getKey(), each.getValue()));
    }

    static boolean isOldOrNewGroup(String dependency) {
        String own = EXCLUSIONS.matcher(dependency).replaceAll("");
        return OLD_OR_NEW_GROUP.matcher(own).find();
    }

    void rewritePom(Text text) {
        Set<String> asked = new HashSet<>();
        String before = text.content();
        text.replace(DEPENDENCY, found -> {
            String block = found.group();
            String own = EXCLUSIONS.matcher(block).replaceAll("");
            Matcher artifact = ARTIFACT.matcher(own);
            if (!GROUP.matcher(own).find() || !artifact.find()) {
                return block;
            }
            String now = artifacts.get(artifact.group(2));
            if (now == null || project.modules().contains(artifact.group(2))) {
                return block;
            }
            // Several old artifacts may map to the same new one, which each dependency list contains once.
            // Commented-out dependencies do not count.
            int list = before.lastIndexOf("<dependencies>", found.start());
            boolean isComment = before.lastIndexOf("<!--", found.start()) > before.lastIndexOf("-->", found.start());
            if (!isComment && !asked.add(list + " " + now + " " + classifier(own))) {
                return "";
            }
            return version(dependency(block, artifact.group(2), now));
        });
        defineVersions(text);
        String withoutComments = EXCLUSIONS
                .matcher(Comments.masked("pom.xml", text.content()))
                .replaceAll(found -> found.group().replaceAll("[^\\r\\n]", " "));
        GROUP.matcher(withoutComments).results().forEach(found -> {
            String artifact = artifactAfter(withoutComments, found.end());
            if (isTheirs(found.group(), artifact) && !project.modules().contains(artifact)) {
                text.note(found.start(), "this artifact has no counterpart: " + artifact);
            }
        });
    }

    /**
     * Updates the version properties that only ElasticJob's dependencies use. Properties defined outside of the
     * directory are listed instead.
     */
    private void defineVersions(Text text) {
        Set<String> undefined = new TreeSet<>();
        DEPENDENCY.matcher(Comments.masked("pom.xml", text.content())).results().forEach(found -> {
            Matcher asked = VERSION.matcher(EXCLUSIONS.matcher(found.group()).replaceAll(""));
            if (isOldOrNewGroup(found.group()) && asked.find()) {
                Matcher property = PROPERTY.matcher(asked.group(2));
                if (property.matches()
                        && !OF_THE_PROJECT.matcher(property.group(1)).matches()
                        && !project.properties().containsKey(property.group(1))) {
                    undefined.add(property.group(1));
                }
            }
        });
        undefined.forEach(each -> text.note(
                0, "set the property " + each + " to " + version + " where it is defined, outside of this directory"));
        for (String each : project.versionProperties()) {
            Pattern definition = Pattern.compile(
                    "(<" + Pattern.quote(each) + ">\\s*)([^<\\s]+)(\\s*</" + Pattern.quote(each) + ">)");
            text.replace(
                    definition,
                    found -> isOldVersion(found.group(2)) ? found.group(1) + version + found.group(3) : found.group());
        }
    }

    /**
     * Returns whether the value is a release of ElasticJob. On a second run it is the version written by the first run,
     * or chosen by the user.
     */
    private static boolean isOldVersion(String value) {
        return value.matches("[23]\\.\\d+\\.\\d+.*");
    }

    /** Excludes other products that share the group of 2.x. */
    private static boolean isTheirs(String group, String artifact) {
        return !group.contains("com.dangdang") || artifact.startsWith("elastic-job");
    }

    private static String classifier(String dependency) {
        return dependency.contains("<scope>test<") ? "test" : "";
    }

    private static String dependency(String block, String old, String now) {
        String renamed = GROUP.matcher(block).replaceFirst("$1" + NEW + "$2");
        return renamed.replaceFirst(
                "(<artifactId>\\s*)" + Pattern.quote(old) + "(\\s*</artifactId>)", "$1" + now + "$2");
    }

    private String version(String block) {
        Matcher found = VERSION.matcher(block);
        if (!found.find()) {
            return block;
        }
        Matcher property = PROPERTY.matcher(found.group(2));
        boolean mayChange = property.matches()
                && (project.versionProperties().contains(property.group(1))
                        || !project.properties().containsKey(property.group(1))
                                && !OF_THE_PROJECT.matcher(property.group(1)).matches());
        if (mayChange) {
            return block;
        }
        return block.substring(0, found.start(2)) + version + block.substring(found.end(2));
    }

    private static String artifactAfter(String content, int offset) {
        Matcher artifact = ARTIFACT.matcher(content);
        return artifact.find(offset) ? artifact.group(2) : "";
    }

    void rewriteGradle(Text text) {
        text.replace(GRADLE, found -> {
            String now = newArtifact(found.group(1));
            String asked = found.group(2) == null ? "" : found.group(2);
            return now == null ? found.group() : NEW + ":" + now + gradleVersion(asked);
        });
        text.replace(GRADLE_PARTS, found -> {
            String now = newArtifact(found.group(3));
            return now == null
                    ? found.group()
                    : found.group(1) + NEW + found.group(2) + now + found.group(4) + partsVersion(found);
        });
        text.replace(CATALOG_VERSION, found -> {
            boolean isOurs =
                    found.group(1).contains(NEW + ":") || found.group(1).contains("\"" + NEW + "\"");
            return isOurs && isShared(found.group(2))
                    ? found.group(1) + "version = \"" + version + "\""
                    : found.group();
        });
        defineVariables(text);
        String masked = Comments.masked("build.gradle", text.content());
        GRADLE.matcher(masked)
                .results()
                .filter(found -> isTheirs(found.group(), found.group(1)))
                .forEach(found -> text.note(found.start(), "this artifact has no counterpart: " + found.group(1)));
        GRADLE_PARTS
                .matcher(masked)
                .results()
                .filter(found -> isTheirs(found.group(), found.group(3)))
                .forEach(found -> text.note(found.start(), "this artifact has no counterpart: " + found.group(3)));
        noteUnknownVariables(text, masked);
    }

    private String newArtifact(String old) {
        return project.modules().contains(old) ? null : artifacts.get(old);
    }

    /** @param asked the end of a dependency, such as {@code :3.0.4} or {@code :${version}@jar} */
    private String gradleVersion(String asked) {
        if (asked.matches(":\\d.*")) {
            return ":" + version;
        }
        Matcher variable = VARIABLE.matcher(asked);
        return variable.find() && isShared(variable.group(1))
                ? asked.substring(0, variable.start()) + version + asked.substring(variable.end())
                : asked;
    }

    private String partsVersion(MatchResult found) {
        String asked = found.group(5);
        if (asked == null) {
            return "";
        }
        String value = asked.substring(asked.lastIndexOf('=') + 1).strip();
        value = value.substring(value.lastIndexOf(':') + 1).strip();
        return value.matches("[\"']\\d.*")
                ? asked.substring(0, asked.lastIndexOf(value)) + value.charAt(0) + version + value.charAt(0)
                : asked;
    }

    /** Returns whether other dependencies use a variable too, so that its value has to stay. */
    private boolean isShared(String variable) {
        String name = variable.substring(variable.lastIndexOf('.') + 1);
        return project.variables().containsKey(name)
                && !project.versionVariables().contains(name);
    }

    /** Updates the variables that only dependencies on ElasticJob use. */
    void defineVariables(Text text) {
        for (String each : project.versionVariables()) {
            Pattern definition = Pattern.compile("(?m)((?:^|[\\s(,])(?:\\w+\\.)*(?:extra\\[)?['\"]?"
                    + Pattern.quote(each) + "['\"]?]?\\s*[=,:]\\s*['\"]?)(\\d[^'\"\\s]*)");
            text.replace(definition, found -> isOldVersion(found.group(2)) ? found.group(1) + version : found.group());
        }
    }

    private void noteUnknownVariables(Text text, String masked) {
        NEW_WITH_VARIABLE.matcher(masked).results().forEach(found -> {
            String name = BuildAdvice.group(found);
            name = name.substring(name.lastIndexOf('.') + 1);
            if (!project.variables().containsKey(name)) {
                text.note(
                        found.start(),
                        "set the variable " + name + " to " + version
                                + " where it is defined, outside of this directory or in a plug-in of the build");
            }
        });
    }
}
