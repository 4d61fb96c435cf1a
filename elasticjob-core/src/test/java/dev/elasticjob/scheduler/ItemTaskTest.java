package dev.elasticjob.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.context.LocalRun;
import dev.elasticjob.engine.context.LocalRun.Outcome;
import dev.elasticjob.engine.view.RunRecord;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** The code of an item, on the thread of the test. */
class ItemTaskTest {

    private final List<Outcome> outcomes = new ArrayList<>();
    private boolean mayBegin = true;
    private int begun;

    private final ItemTask.Listener listener = new ItemTask.Listener() {
        @Override
        public boolean mayBegin(ItemTask task) {
            return mayBegin;
        }

        @Override
        public void began(ItemTask task) {
            begun++;
        }

        @Override
        public void ended(ItemTask task, Outcome outcome, Throwable thrown) {
            outcomes.add(outcome);
        }

        @Override
        public boolean mayContinue(ItemTask task) {
            return true;
        }
    };

    private interface Code {
        void run(ItemTask task) throws Exception;
    }

    private ItemTask task(Code code) {
        RunRecord.Run run = new RunRecord.Run(
                "run",
                RunSource.ONE_OFF,
                Optional.empty(),
                1,
                1,
                1,
                1,
                "instance",
                "nonce",
                RunRecord.State.STARTED,
                "");
        return new ItemTask(
                new LocalRun(0, run, RunRecord.NONE, true, false),
                "task",
                "",
                JobConfiguration.newBuilder("job", 1).build(),
                (configuration, runtime, context) -> code.run((ItemTask) runtime),
                Clock.systemUTC(),
                Guard.of("test", System::nanoTime),
                listener);
    }

    private void execute(Code code) {
        task(code).execute();
    }

    @Test
    void code_ends_as_it_returned_or_threw() {
        execute(task -> {});
        execute(task -> {
            throw new NoClassDefFoundError("no");
        });
        assertThat(outcomes).containsExactly(Outcome.RETURNED, Outcome.THREW);
        assertThat(begun).isEqualTo(2);
    }

    @Test
    void code_that_was_cancelled_before_it_began_or_may_not_begin_never_begins() {
        ItemTask cancelled = task(task -> outcomes.add(Outcome.RETURNED));
        cancelled.cancel();
        cancelled.execute();
        mayBegin = false;
        execute(task -> outcomes.add(Outcome.RETURNED));
        assertThat(outcomes).containsExactly(Outcome.NEVER_BEGUN, Outcome.NEVER_BEGUN);
        assertThat(begun).isZero();
    }

    @Test
    void code_that_was_interrupted_ends_as_interrupted_however_it_ends() {
        execute(ItemTask::cancel);
        execute(task -> {
            task.cancel();
            throw new IllegalStateException("no");
        });
        assertThat(outcomes).containsExactly(Outcome.INTERRUPTED, Outcome.INTERRUPTED);
    }

    @Test
    void code_is_interrupted_once_and_its_thread_is_not_interrupted_afterwards() {
        List<Boolean> interrupted = new ArrayList<>();
        execute(task -> {
            task.cancel();
            interrupted.add(Thread.interrupted());
            task.cancel();
            interrupted.add(Thread.interrupted());
        });
        assertThat(interrupted).containsExactly(true, false);
        execute(ItemTask::cancel);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void a_streaming_run_that_was_interrupted_does_not_continue() {
        List<Boolean> continues = new ArrayList<>();
        execute(task -> {
            continues.add(task.mayContinue());
            task.cancel();
            continues.add(task.mayContinue());
        });
        assertThat(continues).containsExactly(true, false);
    }

    @Test
    void the_logging_context_lasts_as_long_as_the_code() {
        String name = Thread.currentThread().getName();
        List<String> within = new ArrayList<>();
        execute(task -> within.addAll(List.of(
                MDC.get("job"),
                MDC.get("item"),
                MDC.get("run"),
                Thread.currentThread().getName())));
        assertThat(within).containsExactly("job", "0", "run", "elasticjob-job-0");
        assertThat(MDC.get("job")).isNull();
        assertThat(MDC.get("item")).isNull();
        assertThat(MDC.get("run")).isNull();
        assertThat(Thread.currentThread().getName()).isEqualTo(name);
    }
}
