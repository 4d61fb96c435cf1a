package dev.elasticjob.migration;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Renames the members of ElasticJob's types that have another name here. A member is renamed where the source shows that
 * it belongs to ElasticJob's type; otherwise the place is listed. The application's own declarations of that name stay.
 */
final class Members {

    private static final Map<String, String> RENAMED = Map.of(
            "jobExecutorServiceHandlerType", "jobExecutorThreadPoolSizeProviderType",
            "getJobExecutorServiceHandlerType", "getJobExecutorThreadPoolSizeProviderType",
            "setJobExecutorServiceHandlerType", "setJobExecutorThreadPoolSizeProviderType");

    private static final Pattern MEMBER =
            Pattern.compile("(?<![\\w$])(jobExecutorServiceHandlerType|[gs]etJobExecutorServiceHandlerType)(?![\\w$])");

    private static final Pattern ANNOTATION = Pattern.compile("(?s).*@ElasticJobConfiguration\\s*\\((.*)");
    private static final Pattern BUILDER = Pattern.compile("(?s).*\\bJobConfiguration\\s*\\.\\s*(?:newB|B)uilder\\b.*");
    private static final Pattern MAKER = Pattern.compile(
            "(?s).*\\b(?:getJobConfiguration|toJobConfiguration|fromJobConfiguration|toBuilder)\\s*\\([^;{}]*\\)\\s*\\.\\s*$");
    private static final Pattern RECEIVER =
            Pattern.compile("(?s)(?:.*[^\\w.\\s])?\\s*(?:[\\w]+\\s+)*(?:this\\s*\\.\\s*)?(\\w+)\\s*(?:\\.|::)\\s*");
    private static final String THEIR_TYPES = "(?:JobConfiguration(?:POJO|\\s*\\.\\s*Builder)?)";
    private static final Pattern IMPORT =
            Pattern.compile("(?m)^[ \\t]*import[ \\t]+(?:static[ \\t]+)?([\\w.]+)\\.(\\w+|\\*)");

    private static final Pattern VARIABLE =
            Pattern.compile("(?<![\\w.)])(?:this\\s*\\.\\s*)?([a-z_]\\w*)\\s*(?:\\.|::)\\s*$");

    private Members() {}

    /** @param ownTypes simple names of the classes that the sources declare */
    static void rename(Text text, String fileName, Set<String> ownTypes) {
        String masked = Comments.masked(fileName, text.content());
        if (!MEMBER.matcher(masked).find()) {
            return;
        }
        text.replace(MEMBER, found -> isTheirs(masked, found) ? RENAMED.get(found.group()) : found.group());
        String now = Comments.masked(fileName, text.content());
        MEMBER.matcher(now)
                .results()
                .filter(found -> isAccess(now, found) && !isOwn(now, found, ownTypes))
                .forEach(found -> text.noteEach(
                        found.start(),
                        found.group() + " was not renamed, because its type cannot be determined here. If it belongs to"
                                + " a JobConfiguration, JobConfigurationPOJO or builder, rename it to "
                                + RENAMED.get(found.group())));
    }

    /** Returns whether the receiver is a variable that is declared here with a class of the application. */
    private static boolean isOwn(String content, MatchResult found, Set<String> ownTypes) {
        Matcher receiver = VARIABLE.matcher(content.substring(Math.max(0, found.start() - 200), found.start()));
        if (!receiver.find()) {
            return false;
        }
        String name = Pattern.quote(receiver.group(1));
        List<String> types = Pattern.compile(
                        "\\b([A-Z]\\w*)(?:<[^<>;]*>)?\\s+" + name + "\\b|\\b" + name + "\\s*:\\s*([A-Z]\\w*)")
                .matcher(content)
                .results()
                .map(BuildAdvice::group)
                .toList();
        return !types.isEmpty() && ownTypes.containsAll(types);
    }

    private static boolean isAccess(String content, MatchResult found) {
        String before = content.substring(0, found.start()).stripTrailing();
        return before.endsWith(".") && !before.matches("(?s).*\\bthis\\s*\\.$") || before.endsWith("::");
    }

    /**
     * Returns whether a simple name means ElasticJob's class here: it is imported, by its name or with its package, and
     * no class of that name is imported from elsewhere.
     */
    private static boolean isResolved(String content, String simpleName) {
        boolean isImported = Pattern.compile("\\bdev\\.elasticjob\\.[\\w.]*\\b" + simpleName + "\\b")
                .matcher(content)
                .find();
        boolean isOther = false;
        for (MatchResult each : IMPORT.matcher(content).results().toList()) {
            boolean isElasticJob = each.group(1).startsWith("dev.elasticjob");
            isImported |= isElasticJob && each.group(2).equals("*");
            isOther |= !isElasticJob && each.group(2).equals(simpleName);
        }
        return isImported && !isOther;
    }

    private static boolean isTheirs(String content, MatchResult found) {
        String before = content.substring(0, found.start());
        String statement = before.substring(
                1 + Math.max(before.lastIndexOf(';'), Math.max(before.lastIndexOf('{'), before.lastIndexOf('}'))));
        if (isInAnnotation(before) && found.group().startsWith("job")) {
            return isResolved(content, "ElasticJobConfiguration");
        }
        if (!isAccess(content, found)) {
            return false;
        }
        boolean isConfiguration = isResolved(content, "JobConfiguration");
        if (!isConfiguration && !isResolved(content, "JobConfigurationPOJO")) {
            return false;
        }
        boolean isStaticBuilder = content.contains("import static dev.elasticjob.api.JobConfiguration.")
                && statement.matches("(?s).*(?<![\\w.])newBuilder\\s*\\(.*");
        if (isStaticBuilder && found.group().startsWith("job")) {
            return true;
        }
        Matcher receiver = RECEIVER.matcher(statement);
        if (receiver.matches()) {
            return receiver.group(1).matches("JobConfiguration(?:POJO)?") || isDeclared(content, receiver.group(1));
        }
        return MAKER.matcher(statement).matches()
                || found.group().startsWith("job") && BUILDER.matcher(statement).matches();
    }

    private static boolean isDeclared(String content, String variable) {
        String name = Pattern.quote(variable);
        return Pattern.compile(
                        "\\b" + THEIR_TYPES + "\\s+" + name + "\\b|\\b" + name + "\\s*:\\s*" + THEIR_TYPES + "\\b"
                                + "|\\b(?:var|val|def)\\s+" + name
                                + "\\s*=\\s*(?:new\\s+JobConfigurationPOJO\\b|JobConfiguration\\s*\\.\\s*newBuilder\\b)")
                .matcher(content)
                .find();
    }

    /** Returns whether the parenthesis of the last such annotation is still open. */
    private static boolean isInAnnotation(String before) {
        Matcher annotation = ANNOTATION.matcher(before);
        if (!annotation.matches()) {
            return false;
        }
        String inside = annotation.group(1).replaceAll("\"(?:\\\\.|[^\"\\\\])*\"", "");
        int open = 1;
        for (int i = 0; i < inside.length() && open > 0; i++) {
            open += inside.charAt(i) == '(' ? 1 : inside.charAt(i) == ')' ? -1 : 0;
        }
        return open > 0;
    }
}
