package dev.elasticjob.tracing.rdb;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * Settings of history in a database.
 *
 * @param queueCapacity maximum number of queued events
 * @param batchSize maximum number of events in one transaction
 * @param batchDelay how long an event waits for further events to form a batch
 * @param retryPause longest pause between attempts while the database is not available
 * @param statementTimeout timeout of database statements
 * @param closeTimeout how long shutdown waits for events that are not written yet
 * @param maintenanceInterval interval between searches for old rows and unfinished runs
 * @param unfinishedLimit age at which a run without an end is closed
 * @param retentionAge age at which rows are deleted; zero keeps all
 * @param retentionRows maximum number of rows of a table, beyond which the oldest are deleted; zero keeps all
 * @param deleteSize number of rows deleted in one transaction
 */
record RdbTracingSettings(
        int queueCapacity,
        int batchSize,
        Duration batchDelay,
        Duration retryPause,
        Duration statementTimeout,
        Duration closeTimeout,
        Duration maintenanceInterval,
        Duration unfinishedLimit,
        Duration retentionAge,
        long retentionRows,
        int deleteSize) {

    private static final int LARGEST = Integer.MAX_VALUE;

    static RdbTracingSettings of(Map<String, String> settings) {
        Reader reader = new Reader(settings);
        RdbTracingSettings result = new RdbTracingSettings(
                (int) reader.number("queue.capacity", 20_000, 10, 10_000_000),
                (int) reader.number("batch.size", 500, 1, 100_000),
                Duration.ofMillis(reader.number("batch.delay.milliseconds", 100, 0, 60_000)),
                Duration.ofMillis(reader.number("retry.pause.milliseconds", 5_000, 1, 600_000)),
                Duration.ofSeconds(reader.number("statement.timeout.seconds", 30, 1, 3_600)),
                Duration.ofMillis(reader.number("close.timeout.milliseconds", 5_000, 0, 600_000)),
                Duration.ofMillis(reader.number("maintenance.interval.milliseconds", 60_000, 1, LARGEST)),
                Duration.ofMinutes(reader.number("unfinished.limit.minutes", 1_440, 1, LARGEST)),
                Duration.ofDays(reader.number("retention.days", 0, 0, 36_500)),
                reader.number("retention.rows", 0, 0, Long.MAX_VALUE),
                (int) reader.number("retention.delete.size", 500, 1, 100_000));
        reader.rejectUnknown();
        return result;
    }

    private static final class Reader {

        private final Map<String, String> left;
        private final StringBuilder known = new StringBuilder();

        Reader(Map<String, String> settings) {
            left = new TreeMap<>(settings);
        }

        long number(String name, long byDefault, long least, long most) {
            known.append(known.length() == 0 ? "" : ", ").append(name);
            String text = left.remove(name);
            if (text == null) {
                return byDefault;
            }
            long value;
            try {
                value = Long.parseLong(text.strip());
            } catch (NumberFormatException notANumber) {
                throw refused(name, text, least, most);
            }
            if (value < least || value > most) {
                throw refused(name, text, least, most);
            }
            return value;
        }

        private static IllegalArgumentException refused(String name, String text, long least, long most) {
            return new IllegalArgumentException("History of type 'RDB': " + name + " is '" + text
                    + "'; set it to a number from " + least + " to " + most);
        }

        void rejectUnknown() {
            if (!left.isEmpty()) {
                throw new IllegalArgumentException(
                        "History of type 'RDB': the settings " + left.keySet() + " are not known; known are " + known);
            }
        }
    }
}
