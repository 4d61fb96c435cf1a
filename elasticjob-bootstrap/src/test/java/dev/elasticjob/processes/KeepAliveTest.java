package dev.elasticjob.processes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.childprocess.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how long a process runs whose {@code main} returns after starting jobs. */
class KeepAliveTest {

    @TempDir
    private Path directory;

    @Test
    void a_process_with_a_one_off_job_runs_until_the_job_is_shut_down() throws Exception {
        try (ChildProcess process = start("one-off")) {
            awaitLine(process, "main has ended");
            order(process, "execute one-off");
            assertThat(process.output()).contains("item 0");

            process.send("shut down one-off");

            assertThat(process.awaitExit()).isZero();
        }
    }

    @Test
    void a_process_with_two_jobs_runs_until_both_are_shut_down() throws Exception {
        try (ChildProcess process = start("one-off", "scheduled")) {
            awaitLine(process, "main has ended");
            order(process, "shut down scheduled");
            order(process, "execute one-off");

            process.send("shut down one-off");

            assertThat(process.awaitExit()).isZero();
        }
    }

    @Test
    void a_process_with_scheduled_jobs_runs_until_the_registry_center_is_closed() throws Exception {
        try (ChildProcess process = start("one-off", "scheduled")) {
            awaitLine(process, "main has ended");
            order(process, "shut down one-off");

            process.send("close registry center");

            assertThat(process.awaitExit()).isZero();
        }
    }

    private ChildProcess start(String... jobs) {
        return ChildProcess.java(DaemonControlled.class)
                .small("128m")
                .arguments(jobs)
                .errorsTo(directory.resolve("errors.log"))
                .limit(Duration.ofSeconds(Journal.LIMIT_SECONDS))
                .start();
    }

    private static void order(ChildProcess process, String command) throws Exception {
        process.send(command);
        awaitLine(process, "done: " + command);
    }

    private static void awaitLine(ChildProcess process, String line) throws Exception {
        process.awaitLines(line, lines -> lines.contains(line));
    }
}
