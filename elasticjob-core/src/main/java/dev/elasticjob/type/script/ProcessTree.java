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
 * A process and all that came from it. Parents are not enough to go by: a child whose parent has ended belongs to init and
 * looks like a stranger. So a script is started with a mark in its environment, which children inherit, and where the
 * system shows environments (Linux) whoever carries the mark is found. Elsewhere, what was seen once is remembered. Out of
 * reach is only a process that has both lost its parent and thrown away its environment.
 */
final class ProcessTree {

    private static final String MARK = "ELASTICJOB_SCRIPT_RUN";

    private static final Path PROC = Path.of("/proc");

    /** How often to look at a process that becomes another program, and how long to wait in between. */
    private static final int GLANCES = 50;

    private static final long BETWEEN_GLANCES_NANOS = 1_000_000;

    /** The system tells the start of a process by the second. */
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

    /** A name and value for the environment, found in no other process. */
    static String newMark() {
        return MARK + "=" + UUID.randomUUID();
    }

    static void putMark(String mark, ProcessBuilder builder) {
        builder.environment().put(MARK, mark.substring(MARK.length() + 1));
    }

    static ProcessTree of(Process process, String mark) {
        return new ProcessTree(process.toHandle(), mark);
    }

    /** The processes that run now, looked for afresh; the root first. */
    Collection<ProcessHandle> running() {
        // Also of those seen before: a child of theirs may have come since they lost their own parent.
        List.copyOf(seen).stream().flatMap(ProcessHandle::descendants).forEach(seen::add);
        seen.addAll(marked());
        seen.removeIf(each -> !each.equals(root) && !isRunning(each));
        return seen.stream().filter(ProcessTree::isRunning).toList();
    }

    /**
     * A zombie has ended, whether or not anybody collects it; in a container whose first process is the application
     * nobody does.
     */
    static boolean isRunning(ProcessHandle process) {
        return process.isAlive() && !isZombie(process);
    }

    private static boolean isZombie(ProcessHandle process) {
        return read(PROC.resolve(String.valueOf(process.pid())).resolve("stat"))
                // The state follows the name, which stands in brackets and may contain anything.
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

    /** While it becomes another program a process shows no environment, so one that has none is looked at again. */
    private boolean isMarked(ProcessHandle process) {
        Path file = PROC.resolve(String.valueOf(process.pid())).resolve("environ");
        Optional<String> environment = read(file);
        for (int i = 0; i < GLANCES && environment.filter(String::isEmpty).isPresent() && mayBeOurs(process); i++) {
            LockSupport.parkNanos(BETWEEN_GLANCES_NANOS);
            environment = read(file);
        }
        return environment.filter(text -> text.contains(mark)).isPresent();
    }

    /** Some never have an environment: threads of the system, which are no programs, and zombies. */
    private boolean mayBeOurs(ProcessHandle process) {
        return process.info()
                        .startInstant()
                        .filter(start -> !start.isBefore(earliest))
                        .isPresent()
                && isRunning(process)
                && process.info().command().isPresent();
    }

    /** Empty for processes that have ended meanwhile, and for those of other users, which we could not end either. */
    private static Optional<String> read(Path file) {
        try {
            return Optional.of(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }
}
