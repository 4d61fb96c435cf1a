package dev.elasticjob.childprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessTest {

    @TempDir
    private Path directory;

    private static ChildProcess.Settings echo() {
        return ChildProcess.java(Echo.class).small("32m").arguments("a", "b");
    }

    @Test
    void a_process_answers_and_its_exit_code_is_returned() {
        try (ChildProcess process = echo().start()) {
            assertThat(process.awaitLine(line -> line.startsWith("ready"))).isEqualTo("ready a,b");
            process.send("one");
            assertThat(process.awaitMatch("heard (.*)").group(1)).isEqualTo("one");
            process.send("two");
            process.endInput();

            assertThat(process.awaitExit()).isEqualTo(2);
            assertThat(process.awaitOutput()).contains("warning", "ready a,b", "heard one", "heard two");
            process.awaitMatchAnywhere("^ready");
            assertThatThrownBy(process::awaitSuccess).hasMessageContainingAll("exited with code 2", "heard one");
        }
        try (ChildProcess process = echo().start()) {
            process.endInput();
            assertThat(process.awaitSuccess()).contains("ready a,b");
        }
    }

    @Test
    void a_line_is_returned_once_unless_it_may_be_anywhere() {
        try (ChildProcess process = echo().start()) {
            process.awaitMatch("ready");
            process.send("one");
            process.send("two");
            process.awaitMatch("heard two");
            process.send("one");

            assertThat(process.awaitMatchAnywhere("heard (one|two)").group(1)).isEqualTo("one");
            process.awaitMatch("heard one");
            process.awaitLines(
                    "one is answered twice",
                    lines -> lines.stream().filter("heard one"::equals).count() == 2);
        }
    }

    @Test
    void a_line_that_does_not_come_fails_with_the_output() {
        Path errors = directory.resolve("errors.log");
        try (ChildProcess process =
                echo().errorsTo(errors).limit(Duration.ofSeconds(20)).start()) {
            process.awaitLine("ready a,b"::equals);
            process.endInput();

            assertThatThrownBy(() -> process.awaitLine("other"::equals))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContainingAll(
                            String.valueOf(process.pid()), "ended without", "ready a,b", "errors.log", "warning");
        }
        assertThat(errors).hasContent("warning");
    }

    @Test
    void a_frozen_process_answers_after_it_is_thawed_and_can_be_killed_while_frozen() {
        try (ChildProcess process = echo().start()) {
            process.awaitMatch("ready");
            process.freeze();
            process.send("one");
            assertThat(process.isAlive()).isTrue();
            process.thaw();
            process.awaitLine("heard one"::equals);

            process.freeze();
            process.kill();
            assertThat(process.isAlive()).isFalse();
            assertThat(process.awaitExit()).isEqualTo(128 + 9);
            assertThatThrownBy(process::freeze).hasMessageContaining("STOP");
        }
    }

    @Test
    void a_terminated_process_keeps_its_input_until_it_exits() {
        try (ChildProcess process = echo().start()) {
            process.awaitMatch("ready");

            assertThat(process.terminate()).isEqualTo(128 + 15);
        }
    }

    @Test
    void lines_are_passed_to_a_receiver_and_then_the_end() throws InterruptedException {
        BlockingQueue<String> received = new LinkedBlockingQueue<>();
        try (ChildProcess process = echo().discardErrors()
                .onLine(received::add)
                .onEnd(() -> received.add("(end)"))
                .start()) {
            assertThat(received.poll(1, TimeUnit.MINUTES)).isEqualTo("ready a,b");
            process.endInput();
            assertThat(received.poll(1, TimeUnit.MINUTES)).isEqualTo("(end)");
            assertThat(process.output()).isEmpty();
        }
    }

    @Test
    void a_program_runs_in_a_directory_and_its_children_end_with_it() throws Exception {
        Path script = Files.writeString(directory.resolve("script.sh"), "sleep 600 & echo $! $PLACE; wait");
        ProcessHandle child;
        try (ChildProcess process = ChildProcess.program(
                        "sh", script.getFileName().toString())
                .directory(directory)
                .environment(Map.of("PLACE", "here"))
                .start()) {
            child = ProcessHandle.of(
                            Long.parseLong(process.awaitMatch("(\\d+) here").group(1)))
                    .orElseThrow();
        }

        child.onExit().get(1, TimeUnit.MINUTES);
        assertThat(child.isAlive()).isFalse();
    }
}
