package dev.elasticjob.type.script;

import dev.elasticjob.api.ShardingContext;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;

/**
 * Running script. The thread that runs the item also reads the output: it polls for available output and never blocks in a read. A
 * blocked read cannot be interrupted, closing a pipe does not end it, and a descendant of the script that keeps the pipe open would block
 * it, and its thread, until it ends. The cost is a check every few milliseconds.
 */
final class ScriptProcess {

    private static final int SHORTEST_PAUSE = 1;
    private static final int LONGEST_PAUSE = 20;

    /** Longer pause, because each check examines all processes of the machine. */
    private static final int PAUSE_WHILE_ENDING = 50;

    /** How long to wait after SIGKILL. Only a process stuck in the kernel survives longer. */
    private static final Duration INSISTENCE = Duration.ofSeconds(5);

    /**
     * More than the capacity of a pipe, so that all output before the end of the script is read, but not unlimited output of its
     * descendants.
     */
    private static final int REST = 1 << 20;

    private final Process process;
    private final InputStream pipe;
    private final ProcessTree tree;
    private final ScriptOutput output;
    private final Duration grace;
    private final ShardingContext context;
    private final Logger log;
    private final byte[] buffer = new byte[1 << 16];

    private ScriptProcess(
            Process process,
            ProcessTree tree,
            ScriptOutput output,
            Duration grace,
            ShardingContext context,
            Logger log) {
        this.process = process;
        this.pipe = process.getInputStream();
        this.tree = tree;
        this.output = output;
        this.grace = grace;
        this.context = context;
        this.log = log;
    }

    static ScriptProcess start(
            List<String> arguments, ScriptOutput output, Duration grace, ShardingContext context, Logger log)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(arguments).redirectErrorStream(true);
        String mark = ProcessTree.newMark();
        ProcessTree.putMark(mark, builder);
        Process process = builder.start();
        return new ScriptProcess(process, ProcessTree.of(process, mark), output, grace, context, log);
    }

    /**
     * Waits for the end and returns the exit code. If it throws an exception, the script and all processes that it started have been
     * ended.
     */
    int await() throws IOException, InterruptedException {
        try {
            process.getOutputStream().close();
            int code = readUntilExit();
            reportLeftovers();
            return code;
        } catch (InterruptedException cancelled) {
            end();
            throw cancelled;
        } catch (Throwable failed) {
            if (end()) {
                Thread.currentThread().interrupt();
            }
            throw failed;
        } finally {
            pipe.close();
        }
    }

    private int readUntilExit() throws IOException, InterruptedException {
        int pause = SHORTEST_PAUSE;
        while (!process.waitFor(pause, TimeUnit.MILLISECONDS)) {
            pause = readSome() > 0 ? SHORTEST_PAUSE : Math.min(2 * pause, LONGEST_PAUSE);
        }
        int rest = REST;
        int count = readSome();
        while (count > 0 && rest > 0) {
            rest -= count;
            count = readSome();
        }
        output.endLine();
        return process.exitValue();
    }

    private int readSome() throws IOException {
        int available = Math.min(pipe.available(), buffer.length);
        int count = available > 0 ? pipe.read(buffer, 0, available) : 0;
        if (count > 0) {
            output.accept(buffer, count);
        }
        return count;
    }

    private void reportLeftovers() {
        Collection<ProcessHandle> leftovers = tree.running();
        if (!leftovers.isEmpty()) {
            log.warn(
                    "Job '{}', item {}: the script has ended, but processes it started still run: {}. They are no part"
                            + " of the item any more; let the script wait for them if they should be",
                    context.getJobName(),
                    context.getShardingItem(),
                    pids(leftovers));
        }
    }

    /**
     * Ends all processes: sends SIGTERM, waits for a grace period, and then sends SIGKILL until none is left. Nothing is logged before
     * that, because the log may be what failed.
     *
     * @return whether the thread was interrupted during that time, which does not shorten it
     */
    private boolean end() {
        boolean interrupted = false;
        boolean readable = true;
        long start = System.nanoTime();
        Duration elapsed = Duration.ZERO;
        Collection<ProcessHandle> running = tree.running();
        // Only these processes: processes that start later may perform the cleanup.
        running.forEach(ProcessHandle::destroy);
        while (!running.isEmpty() && elapsed.compareTo(grace.plus(INSISTENCE)) < 0) {
            if (elapsed.compareTo(grace) >= 0) {
                running.forEach(ProcessHandle::destroyForcibly);
            }
            // A script whose output is not read may be unable to clean up.
            readable = readable && readWhileEnding(false);
            interrupted |= !awaitEnd(running);
            running = tree.running();
            elapsed = Duration.ofNanos(System.nanoTime() - start);
        }
        readable = readable && readWhileEnding(true);
        reportEnd(running, readable);
        return interrupted;
    }

    /** Reads output; returns whether another attempt is useful. */
    private boolean readWhileEnding(boolean last) {
        try {
            readSome();
            if (last) {
                output.endLine();
            }
            return true;
        } catch (IOException | RuntimeException failed) {
            return false;
        }
    }

    private void reportEnd(Collection<ProcessHandle> stillRunning, boolean readable) {
        if (!readable) {
            log.warn(
                    "Job '{}', item {}: the last output of the script that was ended could not be read",
                    context.getJobName(),
                    context.getShardingItem());
        }
        if (!stillRunning.isEmpty()) {
            log.error(
                    "Job '{}', item {}: the script was ended, but these processes do not go: {}",
                    context.getJobName(),
                    context.getShardingItem(),
                    pids(stillRunning));
        }
    }

    /** Waits until all processes have ended, for a short time only: new ones may have started, and output must be read. */
    private static boolean awaitEnd(Collection<ProcessHandle> running) {
        try {
            CompletableFuture.allOf(running.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                    .get(PAUSE_WHILE_ENDING, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException notYet) {
            return true;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException("The end of a process cannot fail", impossible);
        } catch (InterruptedException again) {
            return false;
        }
    }

    private static List<Long> pids(Collection<ProcessHandle> processes) {
        return processes.stream().map(ProcessHandle::pid).toList();
    }
}
