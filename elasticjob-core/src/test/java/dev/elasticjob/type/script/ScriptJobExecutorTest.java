package dev.elasticjob.type.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.elasticjob.api.JobConfigurationException;
import dev.elasticjob.api.ScriptJobProperties;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.type.Contexts;
import dev.elasticjob.type.JobItemFailedException;
import dev.elasticjob.type.ShardingContextJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(OS.WINDOWS)
class ScriptJobExecutorTest {

    @TempDir
    private Path temp;

    private final RecordingLogger log = new RecordingLogger();
    private final ShardingContext context = Contexts.context("", "");
    private ScriptPolicy policy = ScriptPolicy.ofThisWorker();
    private final ScriptJobExecutor executor = new ScriptJobExecutor(() -> policy, ScriptJobExecutor.GRACE, log);

    private void run(String commandLine) throws Exception {
        run(commandLine, context);
    }

    private void run(String commandLine, ShardingContext shardingContext) throws Exception {
        executor.process(
                null, Contexts.config(ScriptJobProperties.SCRIPT_KEY, commandLine), () -> true, shardingContext);
    }

    private Path script(String... lines) throws IOException {
        Path script = Files.writeString(temp.resolve("a script.sh"), "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return script;
    }

    @Test
    void it_is_the_type_script() {
        assertThat(new ScriptJobExecutor().getType()).isEqualTo("SCRIPT");
    }

    @Test
    void the_context_is_the_last_argument() throws Exception {
        run("echo SCRIPT 'Job  1':");

        assertThat(log.next()).isEqualTo("SCRIPT Job  1: " + ShardingContextJson.of(context));
        assertThat(log.messages).isEmpty();
    }

    @Test
    void a_script_is_found_by_its_path_and_gets_arguments_as_quoted() throws Exception {
        Path script = script("for each; do echo \"[$each]\"; done");

        run("'" + script + "' 'a  b' \"it's\" ''");

        assertThat(log.next()).isEqualTo("[a  b]");
        assertThat(log.next()).isEqualTo("[it's]");
        assertThat(log.next()).isEqualTo("[]");
        assertThat(log.next()).isEqualTo("[" + ShardingContextJson.of(context) + "]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"北京 😀", "a \"quoted\" 'text'", "two\nlines\r\n", "$(touch hacked) `id` ; | * \\", "{}"})
    void any_parameter_arrives_intact_as_json(String parameter) throws Exception {
        ShardingContext any = Contexts.context(parameter, parameter);

        run("printf '%s\\n'", any);

        assertThat(log.next()).isEqualTo(ShardingContextJson.of(any));
        assertThat(log.messages).isEmpty();
    }

    @Test
    void both_outputs_go_to_the_log_and_the_input_is_empty() throws Exception {
        run("sh -c 'echo out; echo err >&2; wc -c; printf unended'");

        assertThat(log.messages.stream().map(String::strip))
                .containsExactly(
                        "INFO Job 'report', item 1: out",
                        "INFO Job 'report', item 1: err",
                        "INFO Job 'report', item 1: 0",
                        "INFO Job 'report', item 1: unended");
    }

    @Test
    void an_exit_code_fails_the_item_with_the_tail_of_the_output() {
        assertThatThrownBy(() -> run("sh -c 'i=0; while [ $i -lt 100 ]; do i=$((i+1)); echo line $i; done; exit 3'"))
                .isInstanceOf(JobItemFailedException.class)
                .hasMessageStartingWith("Job 'report', item 1: the script sh ended with exit code 3;")
                .hasMessageContaining("line 81\n")
                .hasMessageEndingWith("line 100")
                .hasMessageNotContaining("line 80");
    }

    @Test
    void a_failure_without_output_is_reported_as_such() {
        assertThatThrownBy(() -> run("false")).hasMessageEndingWith("ended with exit code 1 and no output");
    }

    @Test
    void a_flood_is_logged_line_by_line_and_nothing_of_it_is_lost() throws Exception {
        run("sh -c 'head -c 20000000 /dev/zero | tr \"\\0\" x; echo; yes 0123456789 | head -n 100000'");

        assertThat(log.next())
                .startsWith("xxx")
                .endsWith("… (" + (20_000_000 - ScriptOutput.LONGEST_LINE) + " bytes more)");
        assertThat(log.messages).hasSize(100_000);
    }

    @Test
    void binary_output_is_harmless() throws Exception {
        run("sh -c 'head -c 300000 /dev/urandom; printf \"\\n\\033[2J\\000\\377end\\n\"'");

        assertThat(log.messages)
                .isNotEmpty()
                .allSatisfy(message -> assertThat(message.replace("\t", "")).matches("[^\\p{Cntrl}]*"));
        assertThat(log.messages).last().asString().endsWith("\\u001b[2J\\u0000\ufffdend");
    }

    @Test
    void braces_in_the_output_mean_nothing_to_the_log() throws Exception {
        run("sh -c 'echo {} {} {}'");

        assertThat(log.next()).isEqualTo("{} {} {}");
    }

    @Test
    void a_child_in_the_background_holds_nothing_up_and_is_reported() throws Exception {
        run("sh -c 'sleep 1000 & echo child $!'");

        ProcessHandle child = ProcessHandle.of(log.nextPid("child")).orElseThrow();
        try {
            assertThat(log.next())
                    .startsWith("WARN Job 'report', item 1: the script has ended")
                    .contains("[" + child.pid() + "]");
        } finally {
            child.destroyForcibly();
        }
    }

    @Test
    void a_child_in_the_background_that_never_stops_writing_holds_nothing_up() throws Exception {
        run("sh -c 'yes & echo $! >" + temp + "/pid'");

        long pid = Long.parseLong(Files.readString(temp.resolve("pid")).strip());
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }

    @Test
    void a_program_that_is_missing_fails_the_item_with_its_name() {
        assertThatThrownBy(() -> run("/nowhere/to/be/found --password hunter2"))
                .isInstanceOf(JobItemFailedException.class)
                .hasMessageContaining("Job 'report', item 1: the script /nowhere/to/be/found could not be started")
                .hasMessageContaining("script.command.line")
                .hasMessageNotContaining("hunter2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "''", "' ' x"})
    void nothing_to_start_is_a_clear_error(String commandLine) {
        assertThatThrownBy(() -> run(commandLine))
                .isInstanceOf(JobConfigurationException.class)
                .hasMessageContaining("Job 'report': script.command.line is '" + commandLine + "': there is nothing to")
                .hasMessageContaining("/opt/jobs/report.sh");
    }

    @Test
    void a_missing_setting_is_a_clear_error() {
        assertThatThrownBy(() -> executor.process(null, Contexts.config(), () -> true, context))
                .isInstanceOf(JobConfigurationException.class)
                .hasMessageContaining("script.command.line is ''");
    }

    @Test
    void an_open_quote_is_a_clear_error_that_repeats_no_password() {
        assertThatThrownBy(() -> run("run --password 'hunter2"))
                .isInstanceOf(JobConfigurationException.class)
                .hasMessageContaining("Job 'report': script.command.line")
                .hasMessageContaining("not closed")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void a_worker_starts_only_what_it_allows() throws Exception {
        Path script = script("echo ran");
        policy = new ScriptPolicy("true", Optional.of(temp.toString()), "");

        run("'" + script + "'");
        assertThat(log.next()).isEqualTo("ran");

        Path mark = temp.resolve("mark");
        assertThatThrownBy(() -> run("/bin/sh -c 'echo x >" + mark + "'")).hasMessageContaining(ScriptPolicy.ALLOWED);
        assertThat(mark).doesNotExist();
    }

    @Test
    void an_interrupted_thread_starts_nothing() {
        Path mark = temp.resolve("mark");
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> run("touch " + mark)).isInstanceOf(InterruptedException.class);
        assertThat(mark).doesNotExist();
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void a_script_does_not_outlive_a_log_that_fails() throws Exception {
        ScriptOutput broken = new ScriptOutput(line -> {
            throw new IllegalStateException(line);
        });
        ScriptProcess script = ScriptProcess.start(
                List.of("sh", "-c", "echo $$; sleep 1000"), broken, ScriptJobExecutor.GRACE, context, log);

        Throwable failure = catchThrowable(script::await);

        assertThat(failure).isInstanceOf(IllegalStateException.class);
        assertThat(ProcessHandle.of(Long.parseLong(failure.getMessage())).filter(ProcessTree::isRunning))
                .isEmpty();
    }

    @Test
    void many_runs_leave_no_thread_behind() {
        assertThatCode(() -> run("true")).doesNotThrowAnyException();
        Set<Thread> before = threadsOfOurs();

        for (int i = 0; i < 20; i++) {
            assertThatCode(() -> run("true")).doesNotThrowAnyException();
        }

        assertThat(threadsOfOurs()).isSubsetOf(before);
    }

    /** Returns the threads without the JDK's process reapers, which start and end independently. */
    private static Set<Thread> threadsOfOurs() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.getName().startsWith("process reaper"))
                .collect(Collectors.toSet());
    }
}
