package dev.elasticjob.migration;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Information from all files that is required before the first one is changed.
 *
 * @param packages packages that the sources declare
 * @param modules artifacts that the poms build, which are never treated as ElasticJob's
 * @param properties properties that the poms define, with their values
 * @param versionProperties properties used only as the version of ElasticJob's dependencies
 * @param builds content of all poms and Gradle files, without comments
 * @param isBoot whether the project uses Spring Boot
 * @param sendsEmail whether the project uses the EMAIL error handler
 */
record Project(
        Set<String> packages,
        Set<String> modules,
        Map<String, String> properties,
        Set<String> versionProperties,
        String builds,
        boolean isBoot,
        boolean sendsEmail) {

    private static final Pattern DEFINITION = Pattern.compile("<([A-Za-z][\\w.-]*)>\\s*([^<>\\s][^<>]*?)\\s*</\\1>");
    private static final Pattern PROPERTIES = Pattern.compile("(?s)<properties>(.*?)</properties>");
    private static final Pattern NOT_THE_PROJECT = Pattern.compile(
            "(?s)<(parent|dependency|dependencies|dependencyManagement|build|profiles|reporting|properties)>.*?</\\1>");
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>\\s*([\\w.-]+)\\s*</artifactId>");
    private static final Pattern DEPENDENCY = Pattern.compile("(?s)<dependency>.*?</dependency>");
    private static final Pattern USE = Pattern.compile("\\$\\{([\\w.-]+)}");

    private static final Pattern EMAIL =
            Pattern.compile("elasticjob-error-handler-email|\\bEMAIL\\b|\\bEmailPropertiesConstants\\b");

    /** Collects the information file by file. */
    static final class Reader {

        private final Set<String> packages = new TreeSet<>();
        private final Set<String> modules = new HashSet<>();
        private final Map<String, String> properties = new TreeMap<>();
        private final Set<String> ours = new TreeSet<>();
        private final Set<String> used = new TreeSet<>();
        private final StringBuilder builds = new StringBuilder();
        private boolean sendsEmail;

        void any(String text) {
            sendsEmail |= EMAIL.matcher(text).find();
        }

        void source(String text) {
            ClassNames.declaredPackage(text).ifPresent(packages::add);
        }

        void gradle(String text) {
            builds.append(text).append('\n');
        }

        void pom(String text) {
            builds.append(text).append('\n');
            PROPERTIES
                    .matcher(text)
                    .results()
                    .forEach(block -> DEFINITION
                            .matcher(block.group(1))
                            .results()
                            .forEach(each -> properties.put(each.group(1), each.group(2))));
            Matcher module = ARTIFACT.matcher(NOT_THE_PROJECT.matcher(text).replaceAll(""));
            if (module.find()) {
                modules.add(module.group(1));
            }
            StringBuilder rest = new StringBuilder();
            Matcher dependency = DEPENDENCY.matcher(text);
            while (dependency.find()) {
                boolean isTheirs = Coordinates.isOldOrNewGroup(dependency.group());
                names(dependency.group(), isTheirs ? ours : used);
                dependency.appendReplacement(rest, "");
            }
            names(dependency.appendTail(rest).toString(), used);
        }

        private static void names(String text, Set<String> into) {
            USE.matcher(text).results().forEach(each -> into.add(each.group(1)));
        }

        Project project() {
            Set<String> versions = new TreeSet<>(ours);
            versions.removeAll(used);
            return new Project(
                    packages,
                    modules,
                    properties,
                    versions,
                    builds.toString(),
                    builds.toString().contains("org.springframework.boot"),
                    sendsEmail);
        }
    }

    boolean asksFor(String artifact) {
        return builds.contains(">" + artifact + "<") || builds.contains(":" + artifact);
    }
}
