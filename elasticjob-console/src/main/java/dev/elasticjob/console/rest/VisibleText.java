package dev.elasticjob.console.rest;

import java.util.List;
import java.util.Map;
import java.util.Objects;
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

    private VisibleText() {}

    /**
     * Rejects control characters in changed settings.
     *
     * @param before previous settings; settings with the same value in both are not checked
     * @throws IllegalArgumentException if a changed setting contains control characters
     */
    static void require(JobSettings after, JobSettings before) {
        line("cron", after.cron(), before.cron());
        line("timeZone", after.timeZone(), before.timeZone());
        line("jobShardingStrategyType", after.jobShardingStrategyType(), before.jobShardingStrategyType());
        line(
                "jobExecutorThreadPoolSizeProviderType",
                after.jobExecutorThreadPoolSizeProviderType(),
                before.jobExecutorThreadPoolSizeProviderType());
        line("jobErrorHandlerType", after.jobErrorHandlerType(), before.jobErrorHandlerType());
        line("description", after.description(), before.description());
        line("label", after.label(), before.label());
        if (!Objects.equals(after.jobListenerTypes(), before.jobListenerTypes())) {
            List<String> listeners = after.jobListenerTypes();
            listeners.forEach(each -> require(CONTROL, "jobListenerTypes", each));
        }
        if (!Objects.equals(after.shardingItemParameters(), before.shardingItemParameters())) {
            require(CONTROL_BUT_LAYOUT, "shardingItemParameters", after.shardingItemParameters());
        }
        if (!Objects.equals(after.jobParameter(), before.jobParameter())) {
            require(CONTROL_BUT_LAYOUT, "jobParameter", after.jobParameter());
        }
        properties(after.props(), before.props());
    }

    private static void line(String setting, String value, String before) {
        if (!Objects.equals(value, before)) {
            require(CONTROL, setting, value);
        }
    }

    private static void properties(Map<String, String> after, Map<String, String> before) {
        after.forEach((key, value) -> {
            if (!value.equals(before.get(key))) {
                require(CONTROL, "a property's name", key);
                require(CONTROL_BUT_LAYOUT, "props." + key, value);
            }
        });
    }

    private static void require(Pattern forbidden, String setting, String value) {
        if (value != null && forbidden.matcher(value).find()) {
            throw new IllegalArgumentException(setting
                    + " has a line break or another control character, which would reach the logs of workers."
                    + " Remove it");
        }
    }
}
