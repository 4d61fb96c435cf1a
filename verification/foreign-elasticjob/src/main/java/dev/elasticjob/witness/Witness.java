package dev.elasticjob.witness;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The code of every item. It appends a line at the begin and the end of each run to a file shared by all processes. A
 * line is a single write, so a killed process leaves only complete lines. The times are from {@link System#nanoTime()},
 * which on Linux is the same clock in all processes and is not affected by changes to the time of day.
 */
public final class Witness {

    /** Name of the file. */
    public static final String RUNS = "runs";

    private final Path directory;
    private final OutputStream lines;
    private final long pid = ProcessHandle.current().pid();
    private final AtomicInteger number = new AtomicInteger();

    /** Run details reported by the engine; {@code -} for a detail that the engine does not report. */
    public record Run(String scheduledAt, String token, int attempt, String source) {

        /** Details of an engine that reports none. */
        public static final Run UNKNOWN = new Run("-", "-", 1, "-");
    }

    /** @param directory directory of the file */
    public Witness(Path directory) throws IOException {
        this.directory = directory;
        // A channel is not suitable: an interrupt of the writing thread would close it.
        lines = new FileOutputStream(directory.resolve(RUNS).toFile(), true);
    }

    /** Returns the marker file that makes the next run of an item throw. */
    public static Path throwOnce(Path directory, String job, int item) {
        return directory.resolve("throw-" + job + "-" + item);
    }

    /** @throws IllegalStateException if the marker file requested it */
    public void run(TriedJob job, int item, int total, Run run) throws InterruptedException {
        String id = pid + " " + number.incrementAndGet();
        write(
                "begin",
                id + " " + job.name() + " " + item + " " + total + " " + run.scheduledAt() + " " + run.token() + " "
                        + run.attempt() + " " + run.source());
        try {
            new CountDownLatch(1).await(job.work().toMillis(), TimeUnit.MILLISECONDS);
            if (Files.deleteIfExists(throwOnce(directory, job.name(), item))) {
                write("end", id + " failed");
                throw new IllegalStateException("item " + item + " throws, as requested");
            }
        } catch (InterruptedException interrupted) {
            write("end", id + " interrupted");
            throw interrupted;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        write("end", id + " done");
    }

    private void write(String what, String more) {
        try {
            lines.write((what + " " + System.nanoTime() + " " + System.currentTimeMillis() + " " + more + "\n")
                    .getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
