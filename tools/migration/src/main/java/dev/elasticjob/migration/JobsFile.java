package dev.elasticjob.migration;

import dev.elasticjob.cron.CronExpression;
import dev.elasticjob.cron.CronSyntaxException;
import dev.elasticjob.cron.TimeZones;
import java.util.List;
import java.util.Map;

/** Writes the jobs as Spring Boot settings. */
final class JobsFile {

    private JobsFile() {}

    static String yaml(String source, List<ImportedJob> jobs) {
        StringBuilder result =
                new StringBuilder("# Jobs of " + source + ", imported by tools/migrate.\nelasticjob:\n  jobs:");
        result.append(jobs.isEmpty() ? " {}\n" : "\n");
        for (ImportedJob job : jobs) {
            String name = job.name().matches("[\\w-]+") ? job.name() : quoted("[" + job.name() + "]");
            result.append("    ").append(name).append(":\n");
            job.settings().forEach((setting, value) -> line(result, "      ", setting, value));
            if (!job.props().isEmpty()) {
                result.append("      props:\n");
                job.props().forEach((key, value) -> line(result, "        ", quoted("[" + key + "]"), value));
            }
        }
        return result.toString();
    }

    private static void line(StringBuilder result, String indent, String key, Object value) {
        result.append(indent)
                .append(key)
                .append(": ")
                .append(value instanceof String text ? quoted(text) : value)
                .append('\n');
    }

    private static String quoted(String text) {
        StringBuilder result = new StringBuilder("\"");
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                result.append('\\').append((char) c);
            } else if (c < 0x20 || c > 0x7e) {
                result.append(String.format("\\u%04x", c));
            } else {
                result.append((char) c);
            }
        });
        return result.append('"').toString();
    }

    /**
     * Lists settings that this product rejects, such as a cron expression that Quartz accepts although it is
     * meaningless.
     */
    static void check(ImportedJob job) {
        Map<String, Object> settings = job.settings();
        if (settings.get("time-zone") instanceof String zone) {
            try {
                TimeZones.parse(zone);
            } catch (IllegalArgumentException unknown) {
                job.step("time-zone '" + zone + "' is not accepted: " + unknown.getMessage());
            }
        }
        if (settings.get("cron") instanceof String cron) {
            try {
                CronExpression.parse(cron);
            } catch (CronSyntaxException malformed) {
                job.step("cron '" + cron + "' is not accepted: " + malformed.getMessage());
            }
        }
    }
}
