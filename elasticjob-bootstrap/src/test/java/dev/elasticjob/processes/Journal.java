package dev.elasticjob.processes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.childprocess.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Reads the file to which all processes append. */
final class Journal {

    /** Common limit of all waits, which only ends a test that has failed. */
    static final long LIMIT_SECONDS = 90;

    /** Line about a run. */
    record Run(
            String what,
            long pid,
            String job,
            int item,
            Optional<Instant> scheduledAt,
            long token,
            int attempt,
            RunSource source) {

        static Run parse(String[] words) {
            return new Run(
                    words[0],
                    Long.parseLong(words[1]),
                    words[2],
                    Integer.parseInt(words[3]),
                    words[4].equals("-") ? Optional.empty() : Optional.of(Instant.parse(words[4])),
                    Long.parseLong(words[5]),
                    Integer.parseInt(words[6]),
                    RunSource.valueOf(words[7]));
        }

        boolean isSameRunAs(Run other) {
            return pid == other.pid && job.equals(other.job) && item == other.item && token == other.token;
        }
    }

    private final Path file;

    Journal(Path file) throws IOException {
        this.file = Files.createFile(file);
    }

    Path file() {
        return file;
    }

    /** Called when a process has reported something. */
    synchronized void ring() {
        notifyAll();
    }

    /** Waits until the condition holds. */
    synchronized void await(String what, Predicate<Journal> condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!condition.test(this)) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                throw new AssertionError("Not within " + LIMIT_SECONDS + " s: " + what + "; more in " + file.getParent()
                        + "; journal:\n" + String.join("\n", lines()));
            }
            try {
                wait(left);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new AssertionError("Interrupted while waiting: " + what, interrupted);
            }
        }
    }

    /** Waits for the first matching line about a run. */
    Run awaitRun(String what, Predicate<Run> which) {
        await(what, journal -> journal.runs().anyMatch(which));
        return runs().filter(which).findFirst().orElseThrow();
    }

    /** Adds a remark of the test. */
    void remark(String what, ChildProcess process) {
        try {
            Files.writeString(file, what + " " + process.pid() + "\n", StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> lines() {
        try {
            String text = Files.readString(file, StandardCharsets.UTF_8);
            return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean contains(String what, ChildProcess process) {
        return lines().stream().anyMatch(line -> line.strip().equals(what + " " + process.pid()));
    }

    private static Stream<Run> runs(Stream<String> lines) {
        return lines.map(line -> line.split(" "))
                .filter(words -> words.length == 8)
                .map(Run::parse);
    }

    Stream<Run> runs() {
        return runs(lines().stream());
    }

    Stream<Run> runsAfter(int lines) {
        return runs(lines().stream().skip(lines));
    }

    Stream<Run> begun(String job) {
        return runs().filter(run -> run.what().equals("begin") && run.job().equals(job));
    }

    /** Asserts that no item ran twice for a fire. A failover of a lost run counts as another attempt; each attempt ran once. */
    void assertNoAttemptRanTwice(String job) {
        assertThat(begun(job)
                        .map(run ->
                                run.scheduledAt().orElseThrow() + " item " + run.item() + " attempt " + run.attempt()))
                .doesNotHaveDuplicates();
    }

    void assertNoFireRanTwice(String job) {
        assertThat(begun(job).map(run -> run.scheduledAt().orElseThrow() + " item " + run.item()))
                .doesNotHaveDuplicates();
    }

    /** Asserts that no item starts while another process runs it, and that tokens increase. A killed process runs nothing. */
    void assertNothingOverlaps(String job) {
        Map<Integer, Run> running = new HashMap<>();
        Map<Integer, Long> tokens = new HashMap<>();
        List<String> overlaps = new ArrayList<>();
        for (String line : lines()) {
            String[] words = line.split(" ");
            if (words[0].equals("killed") || words[0].equals("paused")) {
                running.values().removeIf(run -> run.pid() == Long.parseLong(words[1]));
            }
            runs(Stream.of(line)).filter(run -> run.job().equals(job)).forEach(run -> {
                if (run.what().equals("begin")) {
                    Run other = running.put(run.item(), run);
                    if (other != null) {
                        overlaps.add(run + " began during " + other);
                    }
                    Long before = tokens.put(run.item(), run.token());
                    if (before != null && before >= run.token()) {
                        overlaps.add(run + " began with a token that is not higher than " + before);
                    }
                } else if (running.containsKey(run.item())
                        && running.get(run.item()).isSameRunAs(run)) {
                    running.remove(run.item());
                }
            });
        }
        assertThat(overlaps).isEmpty();
    }
}
