package dev.elasticjob.type.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ScriptJobProperties;
import dev.elasticjob.type.Contexts;
import dev.elasticjob.type.RunningItem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class ScriptInterruptionTest {

    /** Long enough that it never ends a test. */
    private static final Duration VERY_PATIENT = Duration.ofMinutes(10);

    private static final Duration IMPATIENT = Duration.ofMillis(200);

    @TempDir
    private Path temp;

    private final RecordingLogger log = new RecordingLogger();

    private RunningItem start(Duration grace, String... lines) throws IOException {
        Path script = Files.writeString(temp.resolve("script"), String.join("\n", lines) + "\n");
        ScriptJobExecutor executor = new ScriptJobExecutor(ScriptPolicy::ofThisWorker, grace, log);
        JobConfiguration config = Contexts.config(ScriptJobProperties.SCRIPT_KEY, "sh " + script);
        return RunningItem.start(() -> {
            executor.process(null, config, () -> true, Contexts.context("", ""));
            return null;
        });
    }

    private static void assertGone(long pid) {
        Optional<ProcessHandle> running = ProcessHandle.of(pid).filter(ProcessTree::isRunning);
        assertThat(running).as("process %d", pid).isEmpty();
    }

    @Test
    void a_script_that_obeys_ends_at_once_with_its_children() throws Exception {
        RunningItem item = start(VERY_PATIENT, "sleep 1000 & echo child $!", "echo script $$", "sleep 1000");
        long child = log.nextPid("child");
        long script = log.nextPid("script");

        item.interrupt();

        assertThat(item.end()).isInstanceOf(InterruptedException.class);
        assertGone(script);
        assertGone(child);
    }

    @Test
    void a_script_may_clean_up_and_write_about_it() throws Exception {
        RunningItem item = start(
                VERY_PATIENT,
                "trap 'head -c 300000 /dev/zero | tr \"\\0\" x; echo; echo cleaned; exit 0' TERM",
                "echo script $$",
                "while :; do sleep 0.1; done");
        long script = log.nextPid("script");

        item.interrupt();

        assertThat(item.end()).isInstanceOf(InterruptedException.class);
        assertGone(script);
        assertThat(log.messages).last().asString().endsWith("cleaned");
    }

    @Test
    void a_script_that_ignores_signals_is_gone_with_its_children() throws Exception {
        RunningItem item = start(
                IMPATIENT,
                "trap '' TERM INT HUP",
                "sh -c 'trap \"\" TERM INT HUP; sleep 1001 & echo grandchild $!; while :; do sleep 0.1; done' &",
                "echo child $!",
                "while :; do sleep 0.1; done");
        long first = pidOf(log.next());
        long second = pidOf(log.next());

        item.interrupt();

        assertThat(item.end()).isInstanceOf(InterruptedException.class);
        assertGone(first);
        assertGone(second);
    }

    private static long pidOf(String message) {
        return Long.parseLong(message.substring(message.indexOf(' ') + 1));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void children_that_lost_their_parent_and_left_the_session_are_gone_too() throws Exception {
        RunningItem item = start(
                IMPATIENT,
                "(setsid sh -c 'trap \"\" TERM HUP; echo orphan $$; while :; do sleep 0.1; done' &)",
                "sleep 1000");
        long orphan = log.nextPid("orphan");

        item.interrupt();

        assertThat(item.end()).isInstanceOf(InterruptedException.class);
        assertGone(orphan);
    }

    @Test
    void a_script_that_floods_is_interrupted_as_well() throws Exception {
        RunningItem item =
                start(IMPATIENT, "echo script $$", "exec sh -c 'trap \"\" TERM; while :; do echo flood; done'");
        long script = log.nextPid("script");
        assertThat(log.next()).isEqualTo("flood");

        item.interrupt();

        assertThat(item.end()).isInstanceOf(InterruptedException.class);
        assertGone(script);
    }

    @Test
    void further_interruptions_do_not_keep_the_children_from_being_ended() throws Exception {
        RunningItem item = start(
                IMPATIENT,
                "trap 'echo asked' TERM",
                "sh -c 'trap \"\" TERM; echo child $$; while :; do sleep 0.1; done' &",
                "while :; do sleep 0.1; done");
        long child = log.nextPid("child");

        item.interrupt();
        assertThat(log.next()).isIn("asked", "Terminated");
        item.interrupt();

        assertThat(item.end()).isInstanceOf(InterruptedException.class);
        assertGone(child);
    }
}
