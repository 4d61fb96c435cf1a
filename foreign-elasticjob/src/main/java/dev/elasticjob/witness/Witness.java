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
 * The code of every item. It appends a line when it begins and one when it ends to a file that all processes share. A line is
 * one write, so a process that is killed leaves whole lines only. Its time is {@link System#nanoTime()}, which on Linux is
 * the same clock in all processes, and no step of the time of day touches it.
 */
public final class Witness {

    /** The name of the file. */
    public static final String RUNS = "runs";

    private final Path directory;
    private final OutputStream lines;
    private final long pid = ProcessHandle.current().pid();
    private final AtomicInteger number = new AtomicInteger();

    /** What an engine tells of a run; {@code -} for what it does not tell. */
    public record Run(String scheduledAt, String token, int attempt, String source) {

        /** For an engine that tells nothing. */
        public static final Run UNKNOWN = new Run("-", "-", 1, "-");
    }

    /** @param directory where the file is */
    public Witness(Path directory) throws IOException {
        this.directory = directory;
        // Not a channel: an interrupt of the thread that writes would close it.
        lines = new FileOutputStream(directory.resolve(RUNS).toFile(), true);
    }

    /** The file that makes the next run of an item throw. */
    public static Path throwOnce(Path directory, String job, int item) {
        return directory.resolve("throw-" + job + "-" + item);
    }

    /** @throws IllegalStateException if it was told to */
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
                throw new IllegalStateException("item " + item + " throws, as it was told to");
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
