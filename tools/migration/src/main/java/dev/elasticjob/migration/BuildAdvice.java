package dev.elasticjob.migration;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lists what a build needs besides other artifacts: a newer platform, and libraries that came along with ElasticJob. */
final class BuildAdvice {

    private static final Pattern BOOT_VERSION = Pattern.compile(
            "<artifactId>\\s*spring-boot-(?:starter-parent|dependencies)\\s*</artifactId>\\s*<version>\\s*([^<\\s]+)"
                    + "|org\\.springframework\\.boot['\"]?\\)?\\s*version\\s*[\"']?([^'\"\\s]+)"
                    + "|org\\.springframework\\.boot:spring-boot-(?:dependencies|gradle-plugin):([^'\")\\s]+)"
                    + "|\"org\\.springframework\\.boot\"\\s*,\\s*version(?:\\.ref)?\\s*=\\s*\"([^\"]+)\"");

    private static final Pattern SPRING_VERSION = Pattern.compile(
            "<artifactId>\\s*spring-(?:core|context|context-support|beans|framework-bom)\\s*</artifactId>\\s*<version>\\s*([^<\\s]+)"
                    + "|org\\.springframework:spring-(?:core|context|beans|framework-bom):([^'\")\\s]+)");

    private static final Pattern ZOOKEEPER_VERSION =
            Pattern.compile("<artifactId>\\s*zookeeper\\s*</artifactId>\\s*<version>\\s*([^<\\s]+)"
                    + "|org\\.apache\\.zookeeper:zookeeper:([^'\")\\s]+)");

    private static final Pattern JAVA_VERSION = Pattern.compile(
            "<(?:java\\.version|maven\\.compiler\\.(?:source|target|release)|source|target|release)>\\s*(1\\.\\d|\\d+|\\$\\{[\\w.-]+})\\s*<"
                    + "|(?:source|target)Compatibility\\s*=?\\s*['\"]?(?:JavaVersion\\.(?:VERSION_)?)?(1[._]\\d|\\d+)"
                    + "|jvmTarget\\s*=\\s*['\"]?(?:JvmTarget\\.JVM_)?(1[._]\\d|\\d+)"
                    + "|options\\.release(?:\\.set\\(|\\s*=)\\s*(\\d+)"
                    + "|jvmToolchain\\((\\d+)\\)|JavaLanguageVersion\\.of\\((\\d+)\\)");

    private static final Pattern HANDLERS = Pattern.compile("[>:]elasticjob-error-handlers\\b");
    private static final Pattern LIFECYCLE = Pattern.compile("[>:]elasticjob-lifecycle\\b");

    private final Project project;
    private boolean isWrapperListed;

    BuildAdvice(Project project) {
        this.project = project;
    }

    void note(Text text, String content) {
        below(
                text,
                BOOT_VERSION.matcher(content),
                "Spring Boot",
                "3.5",
                "the starter needs Spring Boot 3.5 or 4, the XML namespace Spring 6.2 or 7. Upgrade Spring Boot;"
                        + " elasticjob-bootstrap alone needs no Spring");
        below(
                text,
                SPRING_VERSION.matcher(content),
                "Spring",
                "6.2",
                "the XML namespace needs Spring 6.2 or 7. Upgrade Spring; elasticjob-bootstrap alone needs no Spring");
        below(
                text,
                ZOOKEEPER_VERSION.matcher(content),
                "ZooKeeper client",
                "3.9",
                "the registry uses client 3.9, which connects to servers from 3.6 on. Remove this dependency, or raise its"
                        + " version");
        JAVA_VERSION.matcher(content).results().forEach(found -> {
            String version = project.resolved(group(found)).replace('_', '.').replaceFirst("^1\\.", "");
            if (version.matches("\\d+") && Integer.parseInt(version) < 17) {
                text.note(found.start(), "Java " + version + ": Java 17 or newer is needed, to compile and to run");
            }
        });
        libraries(text, content);
    }

    private void libraries(Text text, String content) {
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
        LIFECYCLE
                .matcher(content)
                .results()
                .filter(found -> !project.hasRegistry())
                .findFirst()
                .ifPresent(
                        found -> text.note(
                                found.start(),
                                "the operations API needs a registry at run time: add dev.elasticjob:elasticjob-registry-zookeeper"));
        if (project.mentions() && !project.asksForElasticJob() && !isWrapperListed) {
            isWrapperListed = true;
            text.note(
                    0,
                    "the sources use ElasticJob, but no build below this directory asks for it: where it comes along"
                            + " with another library, replace that library, or both products are on the class path");
        }
    }

    private void below(Text text, Matcher found, String product, String needed, String remedy) {
        while (found.find()) {
            String version = project.resolved(group(found));
            if (isBelow(version, needed)) {
                text.note(found.start(), product + " " + version + ": " + remedy);
            }
        }
    }

    private static boolean isBelow(String version, String needed) {
        Matcher parts = Pattern.compile("(\\d+)\\.(\\d+).*").matcher(version);
        String[] least = needed.split("\\.");
        int major = parts.matches() ? Integer.compare(Integer.parseInt(parts.group(1)), Integer.parseInt(least[0])) : 1;
        return major < 0 || major == 0 && Integer.parseInt(parts.group(2)) < Integer.parseInt(least[1]);
    }

    /** Returns the first group that matched. */
    static String group(MatchResult found) {
        for (int i = 1; i <= found.groupCount(); i++) {
            if (found.group(i) != null) {
                return found.group(i);
            }
        }
        return "";
    }
}
