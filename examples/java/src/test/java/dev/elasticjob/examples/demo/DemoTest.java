package dev.elasticjob.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.childprocess.ChildProcess;
import dev.elasticjob.examples.Programs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Shares one demo with three workers among the tests that restore its state; other tests start a demo and end it. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class DemoTest {

    private static final String ASSIGNED_TO_THREE = "regions assigned: .*worker .*worker .*worker ";
    private static final String LOGIN = "The console: (\\S+)  log in as (\\S+), password (\\S+)";

    /** Output of a run that takes several more seconds. */
    private static final String SHIPPING = "worker (\\d+): orders (\\d): .* [2-9] left";

    @TempDir
    private static Path sharedDirectory;

    private static ChildProcess shared;
    private static int takenPort;
    private static Matcher login;

    @TempDir
    private Path temporary;

    @BeforeAll
    static void startShared() throws IOException, InterruptedException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            takenPort = taken.getLocalPort();
            shared = start(sharedDirectory, "--port", String.valueOf(takenPort));
            shared.awaitMatch("port " + takenPort + " is taken; the console gets another one");
            shared.awaitMatch(ASSIGNED_TO_THREE);
            login = shared.awaitMatch(LOGIN);
        }
    }

    @AfterAll
    static void aSignalEndsItWithoutLeavingAnything() throws Exception {
        try (ChildProcess demo = shared) {
            List<ProcessHandle> children = childrenOf(demo);
            demo.handle().destroy();
            demo.awaitMatch("nothing is left of it");
            demo.awaitExit();
            assertGone(children);
        }
        assertThat(sharedDirectory).isEmptyDirectory();
    }

    private static ChildProcess start(Path temporary, String... args) {
        return Programs.start(Demo.class, temporary, List.of("-Ddemo.console=" + consoleJar()), args);
    }

    /**
     * Returns the console's jar. The class path of the test contains the classes or the jar, depending on the build
     * phase; the demo needs the jar.
     */
    private static Path consoleJar() {
        try (Stream<Path> built = Files.list(Path.of("..", "..", "elasticjob-console", "target"))) {
            return built.filter(each -> each.getFileName().toString().matches("elasticjob-console-.*\\.jar"))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException | RuntimeException missing) {
            throw new AssertionError("The console's jar is missing: mvn -pl elasticjob-console -am package", missing);
        }
    }

    private static List<ProcessHandle> childrenOf(ChildProcess demo) {
        return demo.handle().children().toList();
    }

    /** Waits because a process may outlive the end of its output for a moment. */
    private static void assertGone(List<ProcessHandle> children)
            throws InterruptedException, ExecutionException, TimeoutException {
        assertThat(children).as("workers and console").hasSizeGreaterThanOrEqualTo(4);
        for (ProcessHandle child : children) {
            child.onExit().get(1, TimeUnit.MINUTES);
        }
    }

    /** Restores the number of three workers. */
    private static String addWorker() throws IOException, InterruptedException {
        shared.send("a");
        String number = shared.awaitMatch("worker (\\d+) is started").group(1);
        shared.awaitMatch("regions assigned: .*worker " + number + " has ");
        return number;
    }

    @Test
    void the_items_of_a_killed_worker_move_and_its_run_is_taken_over() throws Exception {
        Matcher shipping = shared.awaitMatch(SHIPPING);
        String worker = shipping.group(1);
        String item = shipping.group(2);
        shared.send("k " + worker);
        shared.awaitMatch("worker " + worker + " has ended");
        Matcher taken =
                shared.awaitMatch("worker (\\d+): took over orders " + item + " from worker " + worker + ", attempt 2");
        shared.awaitMatch("worker " + taken.group(1) + ": orders " + item + " done");

        assertThat(shared.output())
                .filteredOn(line -> line.contains("regions assigned: "))
                .last()
                .asString()
                .doesNotContain("worker " + worker + " ")
                .containsPattern("worker \\d+ has 0 1 2, worker \\d+ has 3 4 5");
        addWorker();
    }

    @Test
    void a_stopped_worker_ends_its_run_itself_and_an_added_one_gets_items() throws Exception {
        Matcher run = shared.awaitMatch("worker (\\d+): regions (\\d) started");
        String worker = run.group(1);
        shared.send("s " + worker);
        shared.awaitMatch("worker " + worker + ": regions " + run.group(2) + " done");
        shared.awaitMatch("worker " + worker + " has ended");
        addWorker();

        assertThat(shared.output())
                .noneMatch(line -> line.contains("took over") && line.contains("from worker " + worker + ","));
    }

    @Test
    void a_triggered_job_runs_at_once() throws Exception {
        shared.send("t nightly");
        shared.awaitMatch("nightly 0: the books are closed, because of MANUAL_TRIGGER");
    }

    @Test
    void an_impossible_command_is_rejected_with_the_reason() throws Exception {
        shared.send("k 77");
        shared.awaitMatch("no worker '77' is running");
        shared.send("t weekly");
        shared.awaitMatch("there is no job 'weekly'");
        shared.send("fly");
        shared.awaitMatch("'fly' is none of");
    }

    /** Runs last, because it verifies output of the other tests. */
    @Test
    @Order(Integer.MAX_VALUE)
    void jobs_of_every_kind_run() throws Exception {
        shared.awaitMatchAnywhere("worker \\d+: regions \\d: \\d+ visitors in ");
        shared.awaitMatchAnywhere("shop: new prices of (fruit|fish)");
        shared.awaitMatchAnywhere("worker \\d+: orders \\d: order \\d+ shipped from ");
        shared.awaitMatchAnywhere("backup.sh: a copy of the catalogue is made");
        shared.awaitMatchAnywhere("error handler: payments: the bank does not answer");
    }

    @Test
    void the_console_accepts_the_password_and_displays_jobs_and_history() throws Exception {
        assertThat(login.group(1)).startsWith("http://127.0.0.1:").doesNotEndWith(":" + takenPort);
        Browser browser = new Browser(login.group(1));
        assertThat(browser.get("/").body()).contains("<html");
        assertThat(browser.get("/api/v1/registries").statusCode()).isEqualTo(401);
        assertThat(browser.logIn(login.group(2), login.group(3)).statusCode()).isEqualTo(200);

        assertThat(browser.get("/api/v1/registries/demo/jobs").body())
                .contains("regions", "orders", "prices", "payments", "backup", "nightly");
        String history = "";
        for (int runs = 0; runs < 20 && !history.contains("\"regions\""); runs++) {
            shared.awaitMatch("regions \\d done");
            history = browser.get("/api/v1/data-sources/history/executions").body();
        }
        assertThat(history).contains("\"regions\"");
    }

    // ---- shutdown ----

    @Test
    void workers_and_console_end_when_the_demo_is_killed() throws Exception {
        try (ChildProcess demo = start(temporary, "--port", "0")) {
            demo.awaitMatch("The console is starting");
            demo.awaitMatch("leads");
            List<ProcessHandle> children = childrenOf(demo);
            demo.handle().destroyForcibly();

            assertGone(children);
        }
    }

    @Test
    void it_ends_after_the_given_time() throws Exception {
        try (ChildProcess demo = start(temporary, "--no-console", "--seconds", "1")) {
            demo.endInput();

            assertThat(demo.awaitSuccess()).anyMatch(line -> line.contains("worker 3 is started"));
        }
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void in_a_terminal_it_draws_a_table_and_the_end_of_input_is_the_end() throws IOException, InterruptedException {
        try (ChildProcess demo = start(temporary, "--no-console", "--terminal", "30", "100")) {
            demo.send("fly");
            demo.endInput();

            assertThat(String.join("\n", demo.awaitSuccess()))
                    .contains("regions", "next run", "02:30:00", "worker 3 is started", "'fly' is none of");
        }
    }

    @Test
    void an_option_that_cannot_be_used_is_refused() throws Exception {
        assertThat(DemoSettings.parse("--port", "9000").port()).isEqualTo(9000);
        assertThatThrownBy(() -> DemoSettings.parse("--port", "70000"))
                .hasMessageContaining("--port needs a number up to 65535, not '70000'");
        assertThatThrownBy(() -> DemoSettings.parse("--fly")).hasMessageContaining("Unknown option --fly");
        try (ChildProcess demo = start(temporary, "--seconds", "soon")) {
            demo.awaitMatch("--seconds needs a number up to 999999, not 'soon'");
            assertThat(demo.awaitExit()).isEqualTo(2);
        }
    }
}
