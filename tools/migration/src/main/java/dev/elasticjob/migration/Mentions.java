package dev.elasticjob.migration;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lists what scripts, images and other files mention of ElasticJob. These files are never changed. */
final class Mentions {

    private static final Pattern NAME =
            Pattern.compile("(?<![\\w$])" + Pattern.quote(ClassNames.OLD) + "(?![\\w-])(?:[./]\\w+)*");

    /** Names that only ElasticJob has, and names of both with a version of ElasticJob. */
    private static final Pattern JAR =
            Pattern.compile("(?<![\\w.-])((?:elastic-job|elasticjob-(?:lite|cloud|ui|infra|kernel))[\\w.*-]*\\.jar"
                    + "|elasticjob-[a-z-]+-[23]\\.\\d[\\w.]*\\.jar)\\b");

    private static final Pattern TABLES = Pattern.compile(
            "(?i)\\bcreate\\s+table\\s+(?:if\\s+not\\s+exists\\s+)?[`\"\\w.]*JOB_(?:EXECUTION|STATUS_TRACE)_LOG\\b");

    private Mentions() {}

    static void list(String fileName, Text text) {
        String content = Comments.masked(fileName, text.content());
        NAME.matcher(content)
                .results()
                .forEach(found -> text.note(
                        found.start(),
                        found.group() + ": packages, loggers and the group are below dev.elasticjob here"));
        Matcher jars = JAR.matcher(content);
        while (jars.find()) {
            text.note(jars.start(1), jars.group() + " is a jar of ElasticJob, and the jars have other names here");
        }
        TABLES.matcher(content)
                .results()
                .findFirst()
                .ifPresent(found -> text.note(
                        found.start(),
                        "the tables of the history stay as they are. A third one, JOB_HISTORY_LEASE, is created on first"
                                + " use; where the user has no right to create tables, its statement is in the log"));
    }
}
