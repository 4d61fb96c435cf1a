package dev.elasticjob.scheduler;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.engine.LocalRun;
import dev.elasticjob.engine.LocalRun.Outcome;
import dev.elasticjob.executor.JobRuntimeService;
import java.time.Clock;
import java.time.Instant;
import org.slf4j.MDC;

/** The code of one item, from the moment it was started until it has ended. */
final class ItemTask implements JobRuntimeService {

    /** Who is told how it went. */
    interface Listener {

        /** Asked right before the code begins: whether it still may. */
        boolean mayBegin(ItemTask task);

        void began(ItemTask task);

        void ended(ItemTask task, Outcome outcome, Throwable thrown);

        boolean mayContinue(ItemTask task);
    }

    private final LocalRun run;
    private final ShardingContext context;
    private final JobConfiguration configuration;
    private final ItemCode code;
    private final Clock clock;
    private final Listener listener;
    private volatile Instant begunAt;
    private Thread thread;
    private volatile boolean cancelled;

    ItemTask(
            LocalRun run,
            String taskId,
            String parameter,
            JobConfiguration configuration,
            ItemCode code,
            Clock clock,
            Listener listener) {
        this.run = run;
        this.configuration = configuration;
        this.code = code;
        this.clock = clock;
        this.listener = listener;
        context = new ShardingContext(
                configuration.getJobName(),
                taskId,
                run.total(),
                configuration.getJobParameter(),
                run.item(),
                parameter,
                new ShardingContext.Run(run.source(), run.scheduledAt(), run.attempt(), run.token(), () -> cancelled));
    }

    LocalRun run() {
        return run;
    }

    String taskId() {
        return context.getTaskId();
    }

    /** When the code began. */
    Instant begunAt() {
        return begunAt;
    }

    @Override
    public boolean mayContinue() {
        return !cancelled && listener.mayContinue(this);
    }

    /** Interrupts the code; if it has not begun, it never does. */
    synchronized void cancel() {
        // Once only: code that has begun to clean up is not disturbed again.
        boolean first = !cancelled;
        // Before the code hears of it: what it throws then is no failure of its own, and the run is taken over.
        cancelled = true;
        if (first && thread != null) {
            thread.interrupt();
        }
    }

    boolean isCancelled() {
        return cancelled;
    }

    void execute() {
        synchronized (this) {
            if (cancelled || !listener.mayBegin(this)) {
                cancelled = true;
            } else {
                thread = Thread.currentThread();
            }
        }
        if (cancelled && thread == null) {
            listener.ended(this, Outcome.NEVER_BEGUN, null);
            return;
        }
        String name = Thread.currentThread().getName();
        Thread.currentThread().setName("elasticjob-" + configuration.getJobName() + "-" + run.item());
        MDC.put("job", configuration.getJobName());
        MDC.put("item", String.valueOf(run.item()));
        MDC.put("run", run.runId());
        begunAt = clock.instant();
        try {
            runCode();
        } finally {
            MDC.remove("job");
            MDC.remove("item");
            MDC.remove("run");
            Thread.currentThread().setName(name);
        }
    }

    private void runCode() {
        Outcome outcome = Outcome.RETURNED;
        Throwable thrown = null;
        try {
            listener.began(this);
            code.run(configuration, this, context);
            // However it ended: nobody knows how far it came when it was told to stop.
            outcome = cancelled ? Outcome.INTERRUPTED : Outcome.RETURNED;
        } catch (Throwable problem) {
            outcome = cancelled ? Outcome.INTERRUPTED : Outcome.THREW;
            thrown = problem;
        } finally {
            synchronized (this) {
                thread = null;
                // An interrupt that came too late must not hit what the thread does next.
                Thread.interrupted();
            }
        }
        listener.ended(this, outcome, thrown);
    }
}
