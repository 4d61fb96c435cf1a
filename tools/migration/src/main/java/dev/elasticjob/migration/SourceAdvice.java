package dev.elasticjob.migration;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Lists places in sources that behave differently here, or that need another library. */
final class SourceAdvice {

    private static final Pattern OF_ELASTICJOB =
            Pattern.compile("\\b(?:org\\.apache\\.shardingsphere\\.elasticjob|dev\\.elasticjob)\\.");

    private static final Pattern JAVAX = Pattern.compile("\\bjavax\\.(annotation(?!\\.processing)|servlet|validation"
            + "|persistence|transaction(?!\\.xa)|mail|jms|inject|websocket|ws\\.rs|xml\\.bind)\\.\\w+");

    private static final Pattern ID = Pattern.compile("@-@|\\bJobInstance\\s*\\.\\s*DELIMITER\\b");

    private static final String TEXTS =
            "(?:Cron|TimeZone|JobParameter|ShardingParameter|ShardingItemParameters|Description"
                    + "|Label|JobErrorHandlerType|JobShardingStrategyType)";

    private static final String KOTLIN_TEXTS =
            "(?:cron|timeZone|jobParameter|shardingParameter|shardingItemParameters)";

    private static final Pattern NULL_CHECK = Pattern.compile("\\bget" + TEXTS + "\\(\\)\\s*[!=]=\\s*null\\b"
            + "|\\bnull\\s*[!=]=\\s*[\\w.()]*\\.get" + TEXTS + "\\(\\)"
            + "|\\b(?:Objects\\s*\\.\\s*)?(?:isNull|nonNull|requireNonNull(?:Else)?|ofNullable)\\(\\s*[\\w.()]*\\.get"
            + TEXTS
            + "\\(\\)"
            + "|[cC]on(?:text|fig(?:uration)?)(?:\\?|!!)?\\." + KOTLIN_TEXTS
            + "\\s*(?:[!=]==?\\s*null\\b|\\?:|\\?\\.|!!)");

    private static final Pattern ASSIGNED = Pattern.compile("\\b(\\w+)\\s*=\\s*[\\w.]+\\.get" + TEXTS + "\\(\\)\\s*;");

    private static final Pattern CALL_OF_A_JOB = Pattern.compile(
            "\\b(?!super\\b)\\w+(?:\\(\\))?\\.(execute|fetchData|processData)\\(\\s*(?:\\w*[cC]ontext)\\b");

    private static final Pattern JOB_TYPE = Pattern.compile("\\b(?:SimpleJob|DataflowJob)\\b");
    private static final Pattern NEW_POJO = Pattern.compile(
            "\\bnew\\s+JobConfigurationPOJO\\s*\\(|\\bJobConfigurationPOJO\\s*\\.\\s*fromJobConfiguration\\s*\\(|=\\s*JobConfigurationPOJO\\(");
    private static final Pattern UPDATE = Pattern.compile("\\bupdateJobConfiguration\\s*\\(");
    private static final Pattern SCHEDULE = Pattern.compile("\\.schedule\\(\\)");
    private static final Pattern OPERATIONS = Pattern.compile("\\b(?:JobAPIFactory|RegistryOperations|Job\\w+API)\\b");
    private static final Pattern NO_EFFECT = Pattern.compile(
            "\\.failover\\(true\\)[^;]*\\.monitorExecution\\(false\\)|\\.monitorExecution\\(false\\)[^;]*\\.failover\\(true\\)");

    private static final Pattern STRATEGY = Pattern.compile(
            "\\b(?:implements\\s[^{;]*|:\\s*|extends\\s[^{;]*|with\\s+)\\bJobShardingStrategy\\b|\\bnew\\s+JobShardingStrategy\\s*\\(");

    private static final Pattern DUMP =
            Pattern.compile("\\bnew\\s+SnapshotService\\s*\\([^,();]*(?:\\([^()]*\\))?[^,();]*,[^,;]*\\)");

    private static final Pattern TRACING = Pattern.compile("\\bTracingConfiguration\\b");
    private static final Pattern LIFECYCLE = Pattern.compile("\\bdev\\.elasticjob\\.lifecycle\\.[\\w.]*\\w");
    private static final Pattern SCAN = Pattern.compile("\\bdev\\.elasticjob\\.spring\\.[\\w.]*\\w");

    private static final Pattern OWN_PREFIX = Pattern.compile(
            "@ConfigurationProperties\\s*\\(\\s*(?:(?:prefix|value)\\s*=\\s*)?\"" + SettingsAdvice.PREFIX
                    + "(?:\\.([\\w-]+)[\\w.-]*)?\""
                    + "|\\w*(?i:prefix)\\w*\\s*(?::\\s*String\\s*)?=\\s*\"" + SettingsAdvice.PREFIX
                    + "(?:\\.([\\w-]+)[\\w.-]*)?\\.?\"\\s*(?!,\\s*name)[;)\\n]"
                    + "|\\$\\{elasticjob\\.([\\w-]+)[\\w.\\[\\]-]*"
                    + "|\\b(?:get(?:Required)?Property|containsProperty|bind|startsWith)\\s*\\(\\s*\"elasticjob\\.([\\w-]+)[\\w.%\\[\\]-]*\"");

    private static final Pattern CONDITION = Pattern.compile("@ConditionalOnProperty\\s*\\(\\s*prefix\\s*=\\s*\""
            + SettingsAdvice.PREFIX + "\"\\s*,\\s*(?:name|value)\\s*=\\s*\\{?\\s*\"([\\w-]+)[\\w.-]*\"");

    private static final Pattern MODULE =
            Pattern.compile("\\brequires\\s+(?:static\\s+|transitive\\s+)*(elasticjob(?:\\.\\w+)+)");

    private static final Pattern IMPORT = Pattern.compile("(?m)^\\s*import\\s+(?:static\\s+)?([\\w.]+)");

    /** Transitive libraries of 3.0: prefix of the import, and artifact. */
    private static final Map<String, String> CAME_ALONG = libraries();

    private final Project project;
    private final MissingMembers missing = new MissingMembers();

    SourceAdvice(Project project) {
        this.project = project;
    }

    private static Map<String, String> libraries() {
        Map<String, String> result = new LinkedHashMap<>();
        result.put("org.quartz.", "org.quartz-scheduler:quartz");
        result.put("org.apache.commons.lang3.", "org.apache.commons:commons-lang3");
        result.put("org.apache.commons.codec.", "commons-codec:commons-codec");
        result.put("com.google.common.", "com.google.guava:guava");
        result.put("com.google.gson.", "com.google.code.gson:gson");
        result.put("org.apache.curator.", "org.apache.curator:curator-recipes");
        result.put("org.apache.commons.exec.", "org.apache.commons:commons-exec");
        return result;
    }

    void note(String fileName, Text text, String content) {
        libraries(text, content);
        if (project.isSpring()) {
            Map<String, Integer> families = new TreeMap<>();
            JAVAX.matcher(content).results().forEach(found -> families.putIfAbsent(found.group(1), found.start()));
            families.forEach((family, offset) -> text.note(
                    offset,
                    "javax." + family + " is jakarta." + family
                            + (project.isBoot() ? " in Spring Boot 3 and newer" : " in Spring 6 and newer")
                            + ": change the imports"));
        }
        OWN_PREFIX.matcher(content).results().forEach(found -> ownKey(text, found.start(), BuildAdvice.group(found)));
        CONDITION.matcher(content).results().forEach(found -> ownKey(text, found.start(), found.group(1)));
        ID.matcher(content)
                .results()
                .forEach(found -> text.noteEach(
                        found.start(),
                        "'@-@' separates the parts of instance ids and task ids. The part after the address is the"
                                + " pid, a hyphen and 13 random characters here: code that parses it must cut at the"
                                + " hyphen"));
        if (fileName.equals("module-info.java")) {
            MODULE.matcher(content)
                    .results()
                    .forEach(found -> text.noteEach(
                            found.start(1),
                            found.group(1) + ": modules are named after their jars, which have other names here"));
        }
        if (OF_ELASTICJOB.matcher(content).find()) {
            modules(text, content);
            behaviour(text, content);
            missing.note(text, content, text.original().contains(ClassNames.OLD));
        }
    }

    private static void ownKey(Text text, int offset, String key) {
        if (key.isEmpty() || !SettingsAdvice.isKnown(key)) {
            text.noteEach(offset, SettingsAdvice.ownKey(key.isEmpty() ? "elasticjob" : "elasticjob." + key));
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
                || artifact.equals("curator-recipes")
                        && project.asksForOneOf(
                                "curator-framework", "curator-client", "curator-x-discovery", "curator-test")
                || artifact.equals("quartz") && project.asksFor("spring-boot-starter-quartz");
    }

    /** Lists classes that are in a module here which the build does not ask for. */
    private void modules(Text text, String content) {
        if (!project.hasBuild()) {
            return;
        }
        if (!project.asksForOneOf("elasticjob-lite-lifecycle", "elasticjob-lifecycle")) {
            LIFECYCLE
                    .matcher(content)
                    .results()
                    .findFirst()
                    .ifPresent(found -> text.note(
                            found.start(),
                            found.group() + " is in another module here: add dev.elasticjob:elasticjob-lifecycle"));
        }
        if (!project.usesSpringModules() && !project.asksForOneOf("elasticjob-spring", "elasticjob-lite-spring-core")) {
            SCAN.matcher(content)
                    .results()
                    .findFirst()
                    .ifPresent(found -> text.note(
                            found.start(),
                            found.group() + " is in another module here: add dev.elasticjob:elasticjob-spring"));
        }
        TRACING.matcher(content)
                .results()
                .filter(found -> !project.asksFor("elasticjob-tracing-rdb") && !project.usesSpringModules())
                .findFirst()
                .ifPresent(found -> text.note(
                        found.start(),
                        "history in a database came along with ElasticJob: add dev.elasticjob:elasticjob-tracing-rdb"));
    }

    private static void behaviour(Text text, String content) {
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
        STRATEGY.matcher(content)
                .results()
                .forEach(found -> text.note(
                        found.start(),
                        "a strategy receives the instances in ascending order of their ids, in 3.0.4 in descending order:"
                                + " reverse a copy of the list if the assignment must stay the same"));
        DUMP.matcher(content)
                .results()
                .forEach(found -> text.noteEach(
                        found.start(), SettingsAdvice.dump("give the constructor the address as the second argument")));
    }

    private static String nullCheck() {
        return "texts that are not set are empty here and never null: use isEmpty() in place of the check for null";
    }
}
