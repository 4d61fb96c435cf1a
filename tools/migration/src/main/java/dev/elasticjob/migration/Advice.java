package dev.elasticjob.migration;

import java.util.regex.Pattern;

/** Lists the work that renaming does not cover: the platform, transitive libraries, and differences in behaviour. */
final class Advice {

    private static final Pattern AUTO_CONFIGURATION =
            Pattern.compile("org\\.springframework\\.boot\\.autoconfigure\\.EnableAutoConfiguration\\s*=");

    private static final Pattern XML_DUMP = Pattern.compile("<\\w+:snapshot\\b(?![^>]*\\bbind-address\\b)");
    private static final Pattern XML_EARLY_NAMESPACE = Pattern.compile(
            "xmlns:\\w+\\s*=\\s*\"(http://elasticjob\\.shardingsphere\\.apache\\.org/schema/elasticjob)\"");

    private final BuildAdvice builds;
    private final SourceAdvice sources;

    Advice(Project project) {
        builds = new BuildAdvice(project);
        sources = new SourceAdvice(project);
    }

    void note(String fileName, Text text) {
        String content = Comments.masked(fileName, text.content());
        if (fileName.equals("pom.xml") || fileName.matches(".*\\.(?:gradle|kts|toml)")) {
            builds.note(text, content);
        } else if (fileName.matches(".*\\.(?:java|kt|groovy|scala)")) {
            sources.note(fileName, text, content);
        } else if (fileName.equals("gradle.properties")) {
            return;
        } else if (fileName.endsWith(".properties")) {
            SettingsAdvice.properties(text, content);
        } else if (fileName.matches(".*\\.ya?ml")) {
            SettingsAdvice.yaml(text, content);
        } else if (fileName.endsWith(".xml")) {
            xml(text, content);
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

    private static void xml(Text text, String content) {
        XML_DUMP.matcher(content)
                .results()
                .forEach(found -> text.noteEach(found.start(), SettingsAdvice.dump("set bind-address")));
        XML_EARLY_NAMESPACE
                .matcher(content)
                .results()
                .forEach(
                        found -> text.note(
                                found.start(1),
                                found.group(1) + " was the namespace of a release before 3.0.0: use"
                                        + " http://shardingsphere.apache.org/schema/elasticjob, whose elements are in docs/spring.md"));
    }
}
