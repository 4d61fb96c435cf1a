package dev.elasticjob.type;

import dev.elasticjob.api.ShardingContext;

/**
 * Formats the context for scripts and HTTP servers: one line of JSON in ASCII, because a request header permits nothing else and the
 * encoding of an argument would depend on the locale. The six keys of ElasticJob come first and in the same order.
 */
public final class ShardingContextJson {

    private ShardingContextJson() {}

    public static String of(ShardingContext context) {
        StringBuilder json = new StringBuilder("{");
        text(json, "jobName", context.getJobName());
        text(json, "taskId", context.getTaskId());
        number(json, "shardingTotalCount", context.getShardingTotalCount());
        text(json, "jobParameter", context.getJobParameter());
        number(json, "shardingItem", context.getShardingItem());
        text(json, "shardingParameter", context.getShardingParameter());
        text(json, "source", context.getSource().name());
        context.getScheduledAt().ifPresent(instant -> text(json, "scheduledAt", instant.toString()));
        number(json, "attempt", context.getAttempt());
        number(json, "fencingToken", context.getFencingToken());
        return json.append('}').toString();
    }

    private static void number(StringBuilder json, String key, long value) {
        key(json, key);
        json.append(value);
    }

    private static void text(StringBuilder json, String key, String value) {
        key(json, key);
        json.append('"');
        value.chars().forEach(unit -> escape(json, (char) unit));
        json.append('"');
    }

    private static void key(StringBuilder json, String key) {
        if (json.length() > 1) {
            json.append(',');
        }
        json.append('"').append(key).append("\":");
    }

    private static void escape(StringBuilder json, char unit) {
        switch (unit) {
            case '"' -> json.append("\\\"");
            case '\\' -> json.append("\\\\");
            case '\n' -> json.append("\\n");
            case '\r' -> json.append("\\r");
            case '\t' -> json.append("\\t");
            default -> {
                if (unit < 0x20 || unit > 0x7e) {
                    json.append(String.format("\\u%04x", (int) unit));
                } else {
                    json.append(unit);
                }
            }
        }
    }
}
