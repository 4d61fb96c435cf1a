package dev.elasticjob.migration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
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
 * @param types classes that the sources declare
 * @param modules artifacts that the poms build, which are never treated as ElasticJob's
 * @param properties properties that the poms define, with their values
 * @param versionProperties properties used only as the version of ElasticJob's dependencies
 * @param variables variables that Gradle files, version catalogs and gradle.properties define, with their values
 * @param versionVariables variables used only as the version of ElasticJob's dependencies
 * @param builds content of all poms and Gradle files, without comments
 * @param sendsEmail whether the project uses the EMAIL error handler
 * @param mentions whether a file that is not a build mentions a class of ElasticJob
 */
record Project(
        Set<String> packages,
        Set<String> types,
        Set<String> modules,
        Map<String, String> properties,
        Set<String> versionProperties,
        Map<String, String> variables,
        Set<String> versionVariables,
        String builds,
        boolean sendsEmail,
        boolean mentions) {

    private static final Pattern DEFINITION = Pattern.compile("<([A-Za-z][\\w.-]*)>\\s*([^<>\\s][^<>]*?)\\s*</\\1>");
    private static final Pattern PROPERTIES = Pattern.compile("(?s)<properties>(.*?)</properties>");
    private static final Pattern NOT_THE_PROJECT = Pattern.compile(
            "(?s)<(parent|dependency|dependencies|dependencyManagement|build|profiles|reporting|properties)>.*?</\\1>");
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>\\s*([\\w.-]+)\\s*</artifactId>");
    private static final Pattern DEPENDENCY = Pattern.compile("(?s)<dependency>.*?</dependency>");
    private static final Pattern USE = Pattern.compile("\\$\\{([\\w.-]+)}");

    private static final Pattern REFERENCE = Pattern.compile("\\$?\\{?([A-Za-z][\\w.-]*)}?");

    private static final Pattern TYPE =
            Pattern.compile("\\b(?:class|interface|enum|record|object|trait)\\s+([A-Za-z_$][\\w$]*)");

    private static final Pattern VARIABLE = Pattern.compile(
            "(?m)(?:^|[\\s(,])(?:(?:\\w+\\.)*(?:extra\\[)?['\"]?([A-Za-z][\\w-]*)['\"]?]?\\s*=\\s*|set\\(\\s*['\"]([\\w.-]+)['\"]\\s*,\\s*)['\"](\\d[^'\"]*)['\"]");

    private static final Pattern PLAIN_VARIABLE =
            Pattern.compile("(?m)^[ \\t]*([A-Za-z][\\w.-]*)[ \\t]*[=:][ \\t]*(\\S+)");

    private static final Pattern OF_ELASTICJOB = Pattern.compile("\\b(?:" + ClassNames.OLD + "|dev\\.elasticjob)\\b");

    private static final Pattern EMAIL =
            Pattern.compile("elasticjob-error-handler-email|\\bEMAIL\\b|\\bEmailPropertiesConstants\\b");

    /** Collects the information file by file. */
    static final class Reader {

        private final Set<String> packages = new TreeSet<>();
        private final Set<String> types = new HashSet<>();
        private final Map<String, String> variables = new TreeMap<>();
        private final List<String> gradleLines = new ArrayList<>();
        private final Set<String> modules = new HashSet<>();
        private final Map<String, String> properties = new TreeMap<>();
        private final Set<String> ours = new TreeSet<>();
        private final Set<String> used = new TreeSet<>();
        private final StringBuilder builds = new StringBuilder();
        private boolean sendsEmail;
        private boolean mentions;

        void any(String text) {
            sendsEmail |= EMAIL.matcher(text).find();
        }

        void source(String text) {
            mentions |= OF_ELASTICJOB.matcher(text).find();
            ClassNames.declaredPackage(text).ifPresent(name -> {
                packages.add(name);
                TYPE.matcher(text).results().forEach(found -> types.add(name + "." + found.group(1)));
            });
        }

        void gradle(String text) {
            builds.append(text).append('\n');
            gradleLines.addAll(text.lines().toList());
            VARIABLE.matcher(text)
                    .results()
                    .forEach(found ->
                            variables.put(found.group(1) == null ? found.group(2) : found.group(1), found.group(3)));
        }

        void gradleProperties(String text) {
            PLAIN_VARIABLE.matcher(text).results().forEach(found -> variables.put(found.group(1), found.group(2)));
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
                    types,
                    modules,
                    properties,
                    versions,
                    variables,
                    versionVariables(),
                    builds.toString(),
                    sendsEmail,
                    mentions);
        }

        /** Returns the variables of Gradle that occur only where they are defined and in dependencies on ElasticJob. */
        private Set<String> versionVariables() {
            Set<String> result = new TreeSet<>();
            for (String variable : variables.keySet()) {
                Pattern name = Pattern.compile("(?<![\\w.-])(?:\\w+\\.)*" + Pattern.quote(variable) + "(?![\\w-])");
                Pattern definition = Pattern.compile("['\"]?" + Pattern.quote(variable) + "['\"]?\\s*[=,]\\s*['\"]\\d");
                List<String> uses = gradleLines.stream()
                        .filter(line -> name.matcher(line).find()
                                && !definition.matcher(line).find())
                        .toList();
                if (!uses.isEmpty()
                        && uses.stream()
                                .allMatch(line -> OF_ELASTICJOB.matcher(line).find())) {
                    result.add(variable);
                }
            }
            return result;
        }
    }

    boolean isBoot() {
        return builds.contains("org.springframework.boot");
    }

    boolean isSpring() {
        return builds.contains("org.springframework");
    }

    boolean hasBuild() {
        return !builds.isBlank();
    }

    /** Returns the value that a version has, which may be a property of Maven or a variable of Gradle. */
    String resolved(String version) {
        Matcher use = REFERENCE.matcher(version);
        if (!use.matches()) {
            return version;
        }
        String name = use.group(1);
        String variable = name.substring(name.lastIndexOf('.') + 1);
        return properties.getOrDefault(name, variables.getOrDefault(name, variables.getOrDefault(variable, version)));
    }

    boolean asksFor(String artifact) {
        return builds.contains(">" + artifact + "<")
                || builds.contains(":" + artifact)
                || builds.matches("(?s).*name\\s*[:=]\\s*[\"']" + Pattern.quote(artifact) + "[\"'].*");
    }

    boolean asksForOneOf(String... artifacts) {
        return Arrays.stream(artifacts).anyMatch(this::asksFor);
    }

    /** Returns whether a build asks for an artifact of ElasticJob or of this product, or builds one itself. */
    boolean asksForElasticJob() {
        return OF_ELASTICJOB.matcher(builds).find() || builds.contains("com.dangdang");
    }

    boolean usesSpringModules() {
        return asksForOneOf(
                "elasticjob-lite-spring-boot-starter",
                "elasticjob-spring-boot-starter",
                "elasticjob-lite-spring-namespace",
                "elasticjob-spring-namespace");
    }

    /** Returns whether a registry is on the class path, which the operations API alone does not bring. */
    boolean hasRegistry() {
        return usesSpringModules()
                || asksForOneOf(
                        "elasticjob-lite-core",
                        "elasticjob-bootstrap",
                        "elasticjob-registry-center-zookeeper-curator",
                        "elasticjob-registry-zookeeper");
    }
}
