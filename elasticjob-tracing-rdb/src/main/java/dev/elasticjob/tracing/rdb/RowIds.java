package dev.elasticjob.tracing.rdb;

import dev.elasticjob.tracing.JobEvent;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The ids of rows, at most 40 characters.
 *
 * <p>The id of a run follows from the run: 16 characters that all items of a run have in common, a dash, and 20 that belong to
 * the item's attempt on its instance. So a row that may have been written already is recognised, whoever takes a run over
 * knows the row of the one that was lost, and readers see which rows are one run. The first eight are the cron instant, so
 * that neighbours in time are neighbours in the index.
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

    /** The row of the attempt before, on the instance that was lost. */
    static String ofLostRun(String jobName, JobEvent.Run run, String lostInstanceId) {
        return runKey(jobName, run)
                + '-'
                + digits(hash(jobName, lostInstanceId, run.runId(), run.item() + "", run.attempt() - 1 + ""), ATTEMPT);
    }

    private static String runKey(String jobName, JobEvent.Run run) {
        String hash = digits(hash(jobName, run.runId()), RUN_KEY);
        return run.scheduledAt().map(at -> time(at) + hash.substring(TIME)).orElse(hash);
    }

    /** In the order in which they are given out, by time and then by number. */
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

    /** The last digits, as many as are asked for. */
    private static String digits(BigInteger number, int count) {
        String text = number.toString(RADIX);
        return text.length() >= count
                ? text.substring(text.length() - count)
                : "0".repeat(count - text.length()) + text;
    }
}
