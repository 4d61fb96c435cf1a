package dev.elasticjob.endtoend;

import dev.elasticjob.spi.JobErrorHandler;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Error handler of type {@code RECORDING}: records the exceptions of jobs for tests. */
public final class RecordingErrorHandler implements JobErrorHandler {

    private static final Map<String, BlockingQueue<Throwable>> BY_JOB = new ConcurrentHashMap<>();

    static Throwable next(String jobName) throws InterruptedException {
        Throwable next = of(jobName).poll(Application.LIMIT_SECONDS, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("Job " + jobName + " did not fail");
        }
        return next;
    }

    private static BlockingQueue<Throwable> of(String jobName) {
        return BY_JOB.computeIfAbsent(jobName, unused -> new LinkedBlockingQueue<>());
    }

    @Override
    public void init(Properties props) {}

    @Override
    public void handleException(String jobName, Throwable cause) {
        of(jobName).add(cause);
    }

    @Override
    public String getType() {
        return "RECORDING";
    }
}
