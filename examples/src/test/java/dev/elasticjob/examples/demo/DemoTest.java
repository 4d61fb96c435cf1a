package dev.elasticjob.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.examples.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DemoTest {

    private static final String SHARED_BY_THREE = "regions shared out: .*worker .*worker .*worker ";

    @TempDir
    private Path temporary;

    private ChildJvm start(String... args) {
        return ChildJvm.start(Demo.class, temporary, List.of(), args);
    }

    private static List<ProcessHandle> workersOf(ChildJvm demo) {
        return demo.handle().children().toList();
    }

    /** Waits: the last of a process may come a moment after the end of its output. */
    private static void assertGone(List<ProcessHandle> workers)
            throws InterruptedException, ExecutionException, TimeoutException {
        assertThat(workers).hasSizeGreaterThanOrEqualTo(3);
        for (ProcessHandle worker : workers) {
            worker.onExit().get(1, TimeUnit.MINUTES);
        }
    }

    @Test
    void the_items_of_a_killed_worker_move_and_its_run_is_taken_over() throws Exception {
        try (ChildJvm demo = start()) {
            demo.awaitLine(SHARED_BY_THREE);
            List<ProcessHandle> workers = workersOf(demo);
            String item = demo.awaitLine("worker 2: orders (\\d): .* 5 left").group(1);
            demo.type("k 2");
            demo.awaitLine("worker 2 has ended");
            demo.awaitLine("worker [13]: took over orders " + item + " from worker 2, attempt 2");
            demo.awaitLine("worker [13]: orders " + item + " done");
            demo.type("q");

            assertThat(demo.awaitOutput())
                    .anyMatch(line -> line.contains("regions shared out: worker 1 has 0 1 2, worker 3 has 3 4 5")
                            || line.contains("regions shared out: worker 3 has 0 1 2, worker 1 has 3 4 5"));
            assertGone(workers);
        }
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void a_stopped_worker_ends_its_run_itself_and_an_added_one_gets_items() throws Exception {
        try (ChildJvm demo = start()) {
            demo.awaitLine(SHARED_BY_THREE);
            String item = demo.awaitLine("worker 3: orders (\\d): .* 5 left").group(1);
            demo.type("s 3");
            demo.awaitLine("worker 3: orders " + item + ": .* 0 left");
            demo.awaitLine("worker 3 has ended");
            demo.type("a");
            demo.awaitLine("regions shared out: .*worker 4 has ");
            demo.type("q");

            assertThat(demo.awaitOutput()).noneMatch(line -> line.contains("took over"));
        }
    }

    @Test
    void a_triggered_job_runs_at_once() throws Exception {
        try (ChildJvm demo = start()) {
            demo.awaitLine("nightly shared out: .*worker ");
            demo.type("t nightly");
            demo.awaitLine("nightly 0: the books are closed, because of MANUAL_TRIGGER");
            demo.type("q");

            assertThat(demo.awaitExit()).isZero();
        }
    }

    @Test
    void what_cannot_be_done_is_said() throws Exception {
        try (ChildJvm demo = start()) {
            demo.type("k 7");
            demo.awaitLine("no worker '7' is running");
            demo.type("t weekly");
            demo.awaitLine("there is no job 'weekly'");
            demo.type("fly");
            demo.awaitLine("'fly' is none of");
            demo.type("q");

            assertThat(demo.awaitExit()).isZero();
        }
        try (ChildJvm demo = start("--seconds", "soon")) {
            demo.awaitLine("--seconds needs a number, not 'soon'");
            assertThat(demo.awaitExit()).isEqualTo(2);
        }
    }

    @Test
    void it_ends_by_itself_after_the_given_time_and_leaves_nothing() throws Exception {
        try (ChildJvm demo = start("--seconds", "3")) {
            demo.endInput();
            demo.awaitLine("worker 3 is started");
            List<ProcessHandle> workers = workersOf(demo);

            demo.awaitOutput();
            assertGone(workers);
        }
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void a_signal_ends_it_without_leaving_anything() throws Exception {
        try (ChildJvm demo = start()) {
            demo.awaitLine(SHARED_BY_THREE);
            List<ProcessHandle> workers = workersOf(demo);
            demo.handle().destroy();

            demo.awaitLine("nothing is left of it");
            demo.awaitExit();
            assertGone(workers);
        }
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void workers_end_when_the_demo_is_killed() throws Exception {
        try (ChildJvm demo = start()) {
            demo.awaitLine(SHARED_BY_THREE);
            List<ProcessHandle> workers = workersOf(demo);
            demo.handle().destroyForcibly();

            assertGone(workers);
        }
    }

    @Test
    void in_a_terminal_it_draws_a_table_and_the_end_of_input_is_the_end() throws IOException, InterruptedException {
        try (ChildJvm demo = start("--terminal", "24", "80")) {
            demo.type("fly");
            demo.endInput();

            assertThat(String.join("\n", demo.awaitOutput()))
                    .contains("regions", "next run", "02:30:00", "worker 3 is started", "'fly' is none of");
        }
    }
}
