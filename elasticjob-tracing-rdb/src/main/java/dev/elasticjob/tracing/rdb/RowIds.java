package dev.elasticjob.tracing.rdb;

import dev.elasticjob.tracing.JobEvent;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Creates the ids of rows, at most 40 characters long.
 *
 * <p>The id of a run is derived from the run: 16 characters that all items of the run share, a dash, and 20 characters for the attempt of
 * the item on its instance. So a row that may have been written already is recognised, an instance that fails over a run can compute the
 * row of the lost attempt, and readers can find all rows of a run. The first eight characters are the fire time, so that rows close in
 * time are close in the index.
 */
final class RowIds {

    static final int RUN_KEY = 16;

    private static final int TIME = 8;
    private static final int ATTEMPT = 20;
    private static final int RADIX = 36;

    private final String writer =
            digits(BigInteger.valueOf(ThreadLocalRandom.current().nextLong() >>> 1), 12);
    private long states;

    static String ofRun(String jobName, JobEvent.Run run) {
        return runKey(jobName, run)
                + '-'
                + digits(hash(jobName, run.instanceId(), run.runId(), run.item() + "", run.attempt() + ""), ATTEMPT);
    }

    /** Returns the id of the previous attempt, on the lost instance. */
    static String ofLostRun(String jobName, JobEvent.Run run, String lostInstanceId) {
        return runKey(jobName, run)
                + '-'
                + digits(hash(jobName, lostInstanceId, run.runId(), run.item() + "", run.attempt() - 1 + ""), ATTEMPT);
    }

    private static String runKey(String jobName, JobEvent.Run run) {
        String hash = digits(hash(jobName, run.runId()), RUN_KEY);
        return run.scheduledAt().map(at -> time(at) + hash.substring(TIME)).orElse(hash);
    }

    /** Returns an id that is ordered by time and then by sequence number. */
    String ofState(Instant at) {
        return time(at) + digits(BigInteger.valueOf(states++), 7) + '-' + writer;
    }

    private static String time(Instant at) {
        return digits(BigInteger.valueOf(Math.max(0, at.toEpochMilli())), TIME);
    }

    private static BigInteger hash(String... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("MD5");
            for (String part : parts) {
                digest.update(part.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
            }
            return new BigInteger(1, digest.digest());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java has MD5", impossible);
        }
    }

    /**
     * Returns the last digits of a number.
     *
     * @param number number to format
     * @param count number of digits
     */
    private static String digits(BigInteger number, int count) {
        String text = number.toString(RADIX);
        return text.length() >= count
                ? text.substring(text.length() - count)
                : "0".repeat(count - text.length()) + text;
    }
}
