package dev.elasticjob.tracing.rdb;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * The settings of history in a database.
 *
 * @param queueCapacity how many events wait at most
 * @param batchSize how many events are written in one transaction at most
 * @param batchDelay how long an event waits for others to be written with
 * @param retryPause the longest pause between attempts while the database cannot be used
 * @param statementTimeout how long the database may take to answer
 * @param closeTimeout how long the end of the process waits for what is not written yet
 * @param maintenanceInterval how often old rows and unfinished runs are looked for
 * @param unfinishedLimit a run that has no end after this time is closed
 * @param retentionAge older rows are deleted; zero: none is
 * @param retentionRows when a table has more rows, the oldest are deleted; zero: none is
 * @param deleteSize how many rows are deleted in one transaction
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
        reader.refuseOthers();
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

        void refuseOthers() {
            if (!left.isEmpty()) {
                throw new IllegalArgumentException(
                        "History of type 'RDB': the settings " + left.keySet() + " are not known; known are " + known);
            }
        }
    }
}
