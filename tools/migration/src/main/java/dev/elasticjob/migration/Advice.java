package dev.elasticjob.migration;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lists the work that renaming does not cover: the platform, transitive libraries, and differences in behaviour. */
final class Advice {

    private static final Pattern OF_ELASTICJOB =
            Pattern.compile("\\b(?:org\\.apache\\.shardingsphere\\.elasticjob|dev\\.elasticjob)\\.");

    private static final Pattern BOOT_JOBS = Pattern.compile(
            "(?m)^elasticjob:[ \\t]*\\R(?:[ \\t]+.*\\R|[ \\t]*\\R)*?[ \\t]+jobs:|^elasticjob\\.jobs[.\\[]");

    private static final Pattern BOOT_VERSION = Pattern.compile(
            "<artifactId>\\s*spring-boot-(?:starter-parent|dependencies)\\s*</artifactId>\\s*<version>\\s*([^<\\s]+)"
                    + "|org\\.springframework\\.boot['\"]?\\)?\\s*version\\s*[\"']([^'\"]+)"
                    + "|org\\.springframework\\.boot:spring-boot-(?:dependencies|gradle-plugin):([\\d.]+)");

    private static final Pattern JAVA_VERSION = Pattern.compile(
            "<(?:java\\.version|maven\\.compiler\\.(?:source|target|release)|source|target|release)>\\s*(1\\.\\d|\\d+)\\s*<"
                    + "|(?:source|target)Compatibility\\s*=?\\s*['\"]?(?:JavaVersion\\.VERSION_)?(1[._]\\d|\\d+)"
                    + "|JavaLanguageVersion\\.of\\((\\d+)\\)");

    private static final Pattern JAVAX = Pattern.compile("\\bjavax\\.(annotation(?!\\.processing)|servlet|validation"
            + "|persistence|transaction(?!\\.xa)|mail|jms|inject|websocket|ws\\.rs|xml\\.bind)\\.\\w+");

    private static final Pattern ID = Pattern.compile("@-@");

    private static final Pattern NULL_CHECK = Pattern.compile(
            "\\bget(?:Cron|TimeZone|JobParameter|ShardingParameter|ShardingItemParameters|Description|Label|JobErrorHandlerType"
                    + "|JobShardingStrategyType)\\(\\)\\s*[!=]=\\s*null\\b"
                    + "|\\bnull\\s*[!=]=\\s*[\\w.()]*\\.get(?:Cron|TimeZone|JobParameter|ShardingParameter"
                    + "|ShardingItemParameters|Description|Label|JobErrorHandlerType|JobShardingStrategyType)\\(\\)"
                    + "|\\b(?:Objects\\.(?:isNull|nonNull|requireNonNull(?:Else)?)|Optional\\.ofNullable)\\(\\s*[\\w.()]*\\.get(?:Cron"
                    + "|TimeZone|JobParameter|ShardingParameter|ShardingItemParameters|Description|Label)\\(\\)");

    private static final Pattern ASSIGNED = Pattern.compile(
            "\\b(\\w+)\\s*=\\s*[\\w.]+\\.(get(?:Cron|JobParameter|ShardingParameter|ShardingItemParameters))\\(\\)\\s*;");

    private static final Pattern CALL_OF_A_JOB = Pattern.compile(
            "\\b(?!super\\b)\\w+(?:\\(\\))?\\.(execute|fetchData|processData)\\(\\s*(?:\\w*[cC]ontext)\\b");

    private static final Pattern JOB_TYPE = Pattern.compile("\\b(?:SimpleJob|DataflowJob)\\b");
    private static final Pattern NEW_POJO = Pattern.compile("\\bnew\\s+JobConfigurationPOJO\\s*\\(");
    private static final Pattern UPDATE = Pattern.compile("\\bupdateJobConfiguration\\s*\\(");
    private static final Pattern SCHEDULE = Pattern.compile("\\.schedule\\(\\)");
    private static final Pattern OPERATIONS = Pattern.compile("\\b(?:JobAPIFactory|RegistryOperations|Job\\w+API)\\b");
    private static final Pattern NO_EFFECT = Pattern.compile(
            "\\.failover\\(true\\)[^;]*\\.monitorExecution\\(false\\)|\\.monitorExecution\\(false\\)[^;]*\\.failover\\(true\\)");

    private static final Pattern OWN_PREFIX = Pattern.compile(
            "@ConfigurationProperties\\s*\\(\\s*(?:(?:prefix|value)\\s*=\\s*)?\"elasticjob(?:\\.([\\w-]+)[\\w.-]*)?\""
                    + "|\\$\\{elasticjob\\.([\\w-]+)[\\w.\\[\\]-]*"
                    + "|@ConditionalOnProperty\\s*\\([^)]*\"elasticjob\\.([\\w-]+)[\\w.-]*\"");

    private static final Pattern AUTO_CONFIGURATION =
            Pattern.compile("org\\.springframework\\.boot\\.autoconfigure\\.EnableAutoConfiguration\\s*=");

    private static final Set<String> OUR_KEYS =
            Set.of("enabled", "foreignkeys", "developmentregistry", "regcenter", "jobs", "tracing", "dump");

    /** Transitive libraries of 3.0: prefix of the import, and artifact. */
    private static final Map<String, String> CAME_ALONG = libraries();

    private static final Pattern IMPORT = Pattern.compile("(?m)^\\s*import\\s+(?:static\\s+)?([\\w.]+)");

    private static final Pattern HANDLERS = Pattern.compile("[>:]elasticjob-error-handlers\\b");
    private static final Pattern TRACING = Pattern.compile("\\bTracingConfiguration\\b|^elasticjob\\.tracing\\.type");

    private final Project project;

    Advice(Project project) {
        this.project = project;
    }

    private static Map<String, String> libraries() {
        Map<String, String> result = new LinkedHashMap<>();
        result.put("org.quartz.", "org.quartz-scheduler:quartz");
        result.put("org.apache.commons.lang3.", "org.apache.commons:commons-lang3");
        result.put("com.google.common.", "com.google.guava:guava");
        result.put("com.google.gson.", "com.google.code.gson:gson");
        result.put("org.apache.curator.", "org.apache.curator:curator-recipes");
        result.put("org.apache.commons.exec.", "org.apache.commons:commons-exec");
        return result;
    }

    void note(String fileName, Text text) {
        String content = Comments.masked(fileName, text.content());
        if (fileName.equals("pom.xml") || fileName.matches(".*\\.(?:gradle|kts|toml)")) {
            build(text, content);
        }
        if (fileName.matches(".*\\.(?:java|kt|groovy|scala)")) {
            source(text, content);
        } else if (fileName.matches(".*\\.properties")) {
            settings(text, content, keysOfProperties(content));
        } else if (fileName.matches(".*\\.ya?ml")) {
            settings(text, content, keysOfYaml(content));
        } else if (fileName.equals("spring.factories")) {
            AUTO_CONFIGURATION
                    .matcher(content)
                    .results()
                    .forEach(found -> text.note(
                            found.start(),
                            "Spring Boot 3 and newer do not read auto-configurations from spring.factories: move the"
                                    + " names, one in a line, to META-INF/spring/"
                                    + "org.springframework.boot.autoconfigure.AutoConfiguration.imports"));
        }
    }

    // ---- builds ----

    private void build(Text text, String content) {
        BOOT_VERSION.matcher(content).results().forEach(found -> {
            String version = resolved(group(found));
            if (isBelow(version, 3, 5)) {
                text.note(
                        found.start(),
                        "Spring Boot " + version + ": the starter needs Spring Boot 3.5 or 4, the XML namespace Spring"
                                + " 6.2 or 7. Upgrade Spring Boot; elasticjob-bootstrap alone needs no Spring");
            }
        });
        JAVA_VERSION.matcher(content).results().forEach(found -> {
            String version = group(found).replace('_', '.').replaceFirst("^1\\.", "");
            if (version.matches("\\d+") && Integer.parseInt(version) < 17) {
                text.note(found.start(), "Java " + version + ": Java 17 or newer is needed, to compile and to run");
            }
        });
        HANDLERS.matcher(content)
                .results()
                .filter(found -> project.sendsEmail()
                        && !project.asksFor("angus-mail")
                        && !project.asksFor("jakarta.mail")
                        && !project.asksFor("spring-boot-starter-mail"))
                .findFirst()
                .ifPresent(found -> text.note(
                        found.start(),
                        "the error handler EMAIL needs a mail library, which came along with ElasticJob: add"
                                + " org.eclipse.angus:angus-mail"));
    }

    private String resolved(String version) {
        Matcher property = Pattern.compile("\\$\\{([\\w.-]+)}").matcher(version);
        return property.matches() ? project.properties().getOrDefault(property.group(1), version) : version;
    }

    private static boolean isBelow(String version, int major, int minor) {
        Matcher parts = Pattern.compile("(\\d+)\\.(\\d+).*").matcher(version);
        return parts.matches()
                && (Integer.parseInt(parts.group(1)) < major
                        || Integer.parseInt(parts.group(1)) == major && Integer.parseInt(parts.group(2)) < minor);
    }

    private static String group(MatchResult found) {
        for (int i = 1; i <= found.groupCount(); i++) {
            if (found.group(i) != null) {
                return found.group(i);
            }
        }
        return "";
    }

    // ---- sources ----

    private void source(Text text, String content) {
        libraries(text, content);
        if (project.isBoot()) {
            Map<String, Integer> families = new TreeMap<>();
            JAVAX.matcher(content).results().forEach(found -> families.putIfAbsent(found.group(1), found.start()));
            families.forEach((family, offset) -> text.note(
                    offset,
                    "javax." + family + " is jakarta." + family + " in Spring Boot 3 and newer: change the imports"));
        }
        OWN_PREFIX.matcher(content).results().forEach(found -> {
            String key = group(found);
            if (key.isEmpty() || !isOurs(key)) {
                text.noteEach(found.start(), ownKey(key.isEmpty() ? "elasticjob" : "elasticjob." + key));
            }
        });
        ID.matcher(content)
                .results()
                .forEach(found -> text.noteEach(
                        found.start(),
                        "'@-@' separates the parts of instance ids and task ids. The part after the address is the"
                                + " pid, a hyphen and 13 random characters here: code that parses it must cut at the"
                                + " hyphen"));
        if (OF_ELASTICJOB.matcher(content).find()) {
            behaviour(text, content);
        }
    }

    private void libraries(Text text, String content) {
        IMPORT.matcher(content)
                .results()
                .forEach(found -> CAME_ALONG.forEach((name, artifact) -> {
                    String id = artifact.substring(artifact.indexOf(':') + 1);
                    if (found.group(1).startsWith(name) && !asksForOneOf(id)) {
                        text.note(
                                found.start(1),
                                name.substring(0, name.length() - 1)
                                        + " came along with ElasticJob and does not any more: add " + artifact
                                        + " to the build");
                    }
                }));
    }

    private boolean asksForOneOf(String artifact) {
        return project.asksFor(artifact)
                || artifact.equals("curator-recipes") && project.asksFor("curator-framework")
                || artifact.equals("quartz") && project.asksFor("spring-boot-starter-quartz");
    }

    private void behaviour(Text text, String content) {
        NULL_CHECK.matcher(content).results().forEach(found -> text.noteEach(found.start(), nullCheck()));
        ASSIGNED.matcher(content).results().forEach(found -> {
            String name = Pattern.quote(found.group(1));
            Pattern check = Pattern.compile("\\b" + name + "\\s*[!=]=\\s*null\\b|\\bnull\\s*[!=]=\\s*" + name
                    + "\\b|\\b(?:isNull|nonNull|ofNullable|requireNonNull(?:Else)?)\\(\\s*" + name + "\\b");
            check.matcher(content).results().forEach(each -> text.noteEach(each.start(), nullCheck()));
        });
        if (JOB_TYPE.matcher(content).find()) {
            CALL_OF_A_JOB
                    .matcher(content)
                    .results()
                    .forEach(found -> text.noteEach(
                            found.start(),
                            found.group(1)
                                    + "() of a job declares 'throws Exception' here: where it is called through"
                                    + " SimpleJob or DataflowJob, declare or catch it"));
        }
        NEW_POJO.matcher(content)
                .results()
                .filter(found -> UPDATE.matcher(content).find())
                .forEach(found -> text.noteEach(
                        found.start(),
                        "updateJobConfiguration accepts only a JobConfigurationPOJO that getJobConfiguration returned:"
                                + " read it, change it, and update then"));
        SCHEDULE.matcher(content)
                .results()
                .filter(found -> OPERATIONS.matcher(content).find())
                .findFirst()
                .ifPresent(found -> text.note(
                        found.start(),
                        "schedule() returns before the job is registered: operations that follow may not find the job"
                                + " yet, unless maxTimeDiffSeconds is set to 0 or more"));
        NO_EFFECT
                .matcher(content)
                .results()
                .forEach(found -> text.noteEach(
                        found.start(),
                        "failover has no effect without monitorExecution, and a warning says so: remove"
                                + " monitorExecution(false) to have lost runs failed over"));
        TRACING.matcher(content)
                .results()
                .filter(found -> !project.asksFor("elasticjob-tracing-rdb") && !usesSpringModules())
                .findFirst()
                .ifPresent(found -> text.note(
                        found.start(),
                        "history in a database came along with ElasticJob: add dev.elasticjob:elasticjob-tracing-rdb"));
    }

    private boolean usesSpringModules() {
        return List.of(
                        "elasticjob-lite-spring-boot-starter",
                        "elasticjob-spring-boot-starter",
                        "elasticjob-lite-spring-namespace",
                        "elasticjob-spring-namespace")
                .stream()
                .anyMatch(project::asksFor);
    }

    private static String nullCheck() {
        return "texts that are not set are empty here and never null: use isEmpty() in place of the check for null";
    }

    // ---- settings ----

    private void settings(Text text, String content, Map<String, Integer> keys) {
        BOOT_JOBS
                .matcher(content)
                .results()
                .findFirst()
                .ifPresent(found -> text.note(
                        found.start(),
                        "unless set, misfire and monitor-execution are true and reconcile-interval-minutes is 10; in"
                                + " ElasticJob's starter they were false, false and 0"));
        keys.forEach((key, offset) -> {
            if (!isOurs(key)) {
                text.noteEach(offset, ownKey("elasticjob." + key));
            }
        });
    }

    private static boolean isOurs(String key) {
        return OUR_KEYS.contains(key.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT));
    }

    private static String ownKey(String key) {
        return "the key " + key
                + " is not ElasticJob's, and unknown keys below 'elasticjob' prevent the start: rename it, or"
                + " list it in elasticjob.foreign-keys";
    }

    private static Map<String, Integer> keysOfProperties(String content) {
        return keys(Pattern.compile("(?m)^[ \\t]*elasticjob\\.([\\w-]+)").matcher(content), 0, new TreeSet<>());
    }

    /** Returns the keys on the first level below {@code elasticjob:}. */
    private static Map<String, Integer> keysOfYaml(String content) {
        Map<String, Integer> result = new LinkedHashMap<>(
                keys(Pattern.compile("(?m)^elasticjob\\.([\\w-]+)[\\w.-]*:").matcher(content), 0, new TreeSet<>()));
        Matcher blocks = Pattern.compile("(?m)^elasticjob:[ \\t]*\\R((?:[ \\t]+.*(?:\\R|$)|[ \\t]*\\R)*)")
                .matcher(content);
        while (blocks.find()) {
            Matcher first = Pattern.compile("(?m)^([ \\t]+)[\\w\"'\\[-]").matcher(blocks.group(1));
            if (first.find()) {
                Matcher keys = Pattern.compile("(?m)^" + first.group(1) + "([\\w-]+)[\\w.-]*:")
                        .matcher(blocks.group(1));
                result.putAll(keys(keys, blocks.start(1), result.keySet()));
            }
        }
        return result;
    }

    private static Map<String, Integer> keys(Matcher found, int from, Set<String> known) {
        Map<String, Integer> result = new LinkedHashMap<>();
        while (found.find()) {
            if (!known.contains(found.group(1))) {
                result.putIfAbsent(found.group(1), from + found.start(1));
            }
        }
        return result;
    }
}
