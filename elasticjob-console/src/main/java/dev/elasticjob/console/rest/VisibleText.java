package dev.elasticjob.console.rest;

import dev.elasticjob.api.JobSetting;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Rejects control characters in settings. Workers write settings into their logs: a line break would forge a log line, and
 * an escape sequence would control the terminal of the reader.
 */
final class VisibleText {

    private static final Pattern CONTROL =
            Pattern.compile("[\\p{Cntrl}\\x{80}-\\x{9f}\\x{2028}\\x{2029}\\x{202a}-\\x{202e}\\x{2066}-\\x{2069}]");

    /** Parameters and properties are read by jobs and may contain line breaks and tabs. */
    private static final Pattern CONTROL_BUT_LAYOUT = Pattern.compile("[\\p{Cntrl}\\x{80}-\\x{9f}&&[^\\n\\r\\t]]");

    private static final Set<JobSetting<?>> MAY_HAVE_LAYOUT =
            Set.of(JobSetting.SHARDING_ITEM_PARAMETERS, JobSetting.JOB_PARAMETER);

    private VisibleText() {}

    /**
     * Rejects control characters in changed settings.
     *
     * @param before previous settings; settings with the same value in both are not checked
     * @throws IllegalArgumentException if a changed setting contains control characters
     */
    static void require(JobSettings after, JobSettings before) {
        for (JobSetting<?> setting : JobSetting.all()) {
            Object value = after.json().get(setting.name());
            Object last = before.json().get(setting.name());
            if (value instanceof String text && !text.equals(last)) {
                require(MAY_HAVE_LAYOUT.contains(setting) ? CONTROL_BUT_LAYOUT : CONTROL, setting.name(), text);
            } else if (value instanceof List<?> list && !list.equals(last)) {
                list.forEach(each -> require(CONTROL, setting.name(), (String) each));
            } else if (value instanceof Map<?, ?> properties) {
                properties(properties, (Map<?, ?>) last);
            }
        }
    }

    private static void properties(Map<?, ?> after, Map<?, ?> before) {
        after.forEach((key, value) -> {
            if (!value.equals(before.get(key))) {
                require(CONTROL, "a property's name", (String) key);
                require(CONTROL_BUT_LAYOUT, "props." + key, (String) value);
            }
        });
    }

    private static void require(Pattern forbidden, String setting, String value) {
        if (forbidden.matcher(value).find()) {
            throw new IllegalArgumentException(setting
                    + " has a line break or another control character, which would reach the logs of workers."
                    + " Remove it");
        }
    }
}
