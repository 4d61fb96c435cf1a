package dev.elasticjob.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ScriptJobProperties;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.scheduler.OneOffResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class StubbornScriptTest {

    /** Each process writes its process id into the given directory and ignores all signals that can be ignored. */
    private static final String SCRIPT = """
            trap '' TERM INT HUP
            sh -c 'trap "" TERM INT HUP; echo $$ > "$0/grandchild"; while :; do sleep 0.2; done' "$1" &
            (trap '' TERM INT HUP; while :; do sleep 0.2; done) & echo $! > "$1/child"
            echo $$ > "$1/script"
            while :; do sleep 0.2; done
            """;

    @TempDir
    private Path temporary;

    @Test
    void a_script_that_ignores_signals_is_gone_with_its_children_after_shutdown() throws IOException {
        try (Application application = new Application()) {
            OneOffJobBootstrap job = application.start("SCRIPT", stubbornScript());
            job.execute();
            List<Long> processes = runningProcesses();

            job.shutdown();

            assertAreGone(processes, application);
        }
    }

    @Test
    void a_script_that_ignores_signals_is_gone_with_its_children_after_its_timeout() throws IOException {
        try (Application application = new Application()) {
            OneOffJobBootstrap job =
                    application.start("SCRIPT", stubbornScript().timeout(Duration.ofDays(1)));
            CompletableFuture<OneOffResult> result = job.execute();
            List<Long> processes = runningProcesses();

            // Only now, so that the script is complete on a slow machine too. A timeout in force counts for runs in
            // progress.
            String config = application.read("/stubborn/config").orElseThrow();
            application.edit("/stubborn/config", config.replaceFirst("ej\\.timeout: .*", "ej.timeout: 100ms"));

            assertThat(Application.within(result).items()).containsEntry(0, OneOffResult.Outcome.FAILED);
            assertAreGone(processes, application);
            assertThat(application.read("/stubborn/sharding/0").orElseThrow()).contains("reason timeout");
        }
    }

    private JobConfiguration.Builder stubbornScript() throws IOException {
        Path script = Files.writeString(temporary.resolve("stubborn"), SCRIPT);
        return JobConfiguration.newBuilder("stubborn", 1)
                .setProperty(ScriptJobProperties.SCRIPT_KEY, "sh " + script + " " + temporary);
    }

    private List<Long> runningProcesses() {
        List<Path> files = List.of("script", "child", "grandchild").stream()
                .map(temporary::resolve)
                .toList();
        await("all processes")
                .until(() -> files.stream().allMatch(file -> pid(file).isPresent()));
        List<Long> processes =
                files.stream().map(file -> pid(file).orElseThrow()).toList();
        assertThat(processes).allMatch(StubbornScriptTest::isRunning);
        return processes;
    }

    private static void assertAreGone(List<Long> processes, Application application) {
        await("the end of all processes").until(() -> processes.stream().noneMatch(StubbornScriptTest::isRunning));
        await("the end of the run")
                .until(() -> application.read("/stubborn/sharding/0/running").isEmpty());
    }

    private static ConditionFactory await(String what) {
        return Awaitility.await(what).atMost(Duration.ofSeconds(Application.LIMIT_SECONDS));
    }

    private static Optional<Long> pid(Path file) {
        try {
            return Files.exists(file)
                    ? Files.readAllLines(file).stream().findFirst().map(Long::valueOf)
                    : Optional.empty();
        } catch (IOException gone) {
            throw new AssertionError(gone);
        }
    }

    /** Returns whether a process is running; a process that its parent has not collected yet is not. */
    private static boolean isRunning(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent() && !isZombie(pid);
    }

    private static boolean isZombie(long pid) {
        Path status = Path.of("/proc", String.valueOf(pid), "stat");
        try {
            return Files.exists(status)
                    && Files.readString(status).replaceFirst(".*\\) ", "").startsWith("Z");
        } catch (IOException gone) {
            return true;
        }
    }
}
