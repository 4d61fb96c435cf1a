package dev.elasticjob.type.script;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A process and all its descendants. Parent processes are not sufficient to find them: a process whose parent has ended becomes a child
 * of init. So a script is started with a marker in its environment, which children inherit. Where environments are readable (Linux), all
 * processes with the marker are found. Elsewhere, processes that were seen once are remembered. Only a process that has lost its parent
 * and also cleared its environment is not found.
 */
final class ProcessTree {

    private static final String MARK = "ELASTICJOB_SCRIPT_RUN";

    private static final Path PROC = Path.of("/proc");

    /** How often to check a process that is executing another program, and how long to wait between checks. */
    private static final int GLANCES = 50;

    private static final long BETWEEN_GLANCES_NANOS = 1_000_000;

    /** The system reports the start time of a process with a precision of seconds. */
    private static final Duration ROUNDING = Duration.ofSeconds(2);

    private final ProcessHandle root;
    private final String mark;
    private final Instant earliest = Instant.now().minus(ROUNDING);
    private final Set<ProcessHandle> seen = new LinkedHashSet<>();

    private ProcessTree(ProcessHandle root, String mark) {
        this.root = root;
        this.mark = mark;
        seen.add(root);
    }

    /** Returns an environment variable and its value, which no other process has. */
    static String newMark() {
        return MARK + "=" + UUID.randomUUID();
    }

    static void putMark(String mark, ProcessBuilder builder) {
        builder.environment().put(MARK, mark.substring(MARK.length() + 1));
    }

    static ProcessTree of(Process process, String mark) {
        return new ProcessTree(process.toHandle(), mark);
    }

    /** Returns the currently running processes, the root first. */
    Collection<ProcessHandle> running() {
        // Includes descendants of processes seen before: they may have started children after losing their own parent.
        List.copyOf(seen).stream().flatMap(ProcessHandle::descendants).forEach(seen::add);
        seen.addAll(marked());
        seen.removeIf(each -> !each.equals(root) && !isRunning(each));
        return seen.stream().filter(ProcessTree::isRunning).toList();
    }

    /**
     * Returns whether a process is running. A zombie has ended even if its parent does not collect it, which happens in a container whose
     * first process is the application.
     */
    static boolean isRunning(ProcessHandle process) {
        return process.isAlive() && !isZombie(process);
    }

    private static boolean isZombie(ProcessHandle process) {
        return read(PROC.resolve(String.valueOf(process.pid())).resolve("stat"))
                // The state follows the name, which is in parentheses and may contain any character.
                .map(stat -> stat.startsWith("Z", stat.lastIndexOf(')') + 2))
                .orElse(false);
    }

    private List<ProcessHandle> marked() {
        if (!Files.isDirectory(PROC)) {
            return List.of();
        }
        try (Stream<ProcessHandle> processes = ProcessHandle.allProcesses()) {
            return processes.filter(this::isMarked).toList();
        }
    }

    /**
     * Returns whether a process has the marker. A process has no readable environment while it executes another program, so a process
     * without an environment is checked repeatedly.
     */
    private boolean isMarked(ProcessHandle process) {
        Path file = PROC.resolve(String.valueOf(process.pid())).resolve("environ");
        Optional<String> environment = read(file);
        for (int i = 0; i < GLANCES && environment.filter(String::isEmpty).isPresent() && mayBeOurs(process); i++) {
            LockSupport.parkNanos(BETWEEN_GLANCES_NANOS);
            environment = read(file);
        }
        return environment.filter(text -> text.contains(mark)).isPresent();
    }

    /** Returns whether a process may belong to this tree. Kernel threads, which have no program, and zombies never have an environment. */
    private boolean mayBeOurs(ProcessHandle process) {
        return process.info()
                        .startInstant()
                        .filter(start -> !start.isBefore(earliest))
                        .isPresent()
                && isRunning(process)
                && process.info().command().isPresent();
    }

    /**
     * Returns the content of a file; empty for processes that have ended and for processes of other users, which this process could not
     * end either.
     */
    private static Optional<String> read(Path file) {
        try {
            return Optional.of(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }
}
