package dev.elasticjob.processes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how long a process runs whose {@code main} returns after starting jobs. */
class KeepAliveTest {

    @TempDir
    private Path directory;

    @Test
    void a_process_with_a_one_off_job_runs_until_the_job_is_shut_down() throws Exception {
        try (PrintingProcess process = start("one-off")) {
            awaitLine(process, "main has ended");
            order(process, "execute one-off");
            assertThat(process.lines()).contains("item 0");

            process.order("shut down one-off");

            assertThat(process.exitCode()).isZero();
        }
    }

    @Test
    void a_process_with_two_jobs_runs_until_both_are_shut_down() throws Exception {
        try (PrintingProcess process = start("one-off", "scheduled")) {
            awaitLine(process, "main has ended");
            order(process, "shut down scheduled");
            order(process, "execute one-off");

            process.order("shut down one-off");

            assertThat(process.exitCode()).isZero();
        }
    }

    @Test
    void a_process_with_scheduled_jobs_runs_until_the_registry_center_is_closed() throws Exception {
        try (PrintingProcess process = start("one-off", "scheduled")) {
            awaitLine(process, "main has ended");
            order(process, "shut down one-off");

            process.order("close registry center");

            assertThat(process.exitCode()).isZero();
        }
    }

    private PrintingProcess start(String... jobs) {
        List<String> command = new ArrayList<>(
                List.of("-cp", System.getProperty("java.class.path"), DaemonControlled.class.getName()));
        command.addAll(List.of(jobs));
        return new PrintingProcess(command, directory.resolve("errors.log"));
    }

    private static void order(PrintingProcess process, String command) throws Exception {
        process.order(command);
        awaitLine(process, "done: " + command);
    }

    private static void awaitLine(PrintingProcess process, String line) throws Exception {
        process.await(line, lines -> lines.contains(line));
    }
}
