package dev.elasticjob.scheduler;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.Retry;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.engine.context.LocalRun;
import dev.elasticjob.engine.context.LocalRun.Outcome;
import dev.elasticjob.executor.JobRuntimeService;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.slf4j.MDC;

/** The code of one item, from its start until its end. The listener is notified of the end once, whatever is thrown. */
final class ItemTask implements JobRuntimeService {

    /** Receives the progress of items. */
    interface Listener {

        /** Returns whether the code may begin; called right before. */
        boolean mayBegin(ItemTask task);

        void began(ItemTask task);

        /** Must not throw. */
        void ended(ItemTask task, Outcome outcome, Throwable thrown);

        boolean mayContinue(ItemTask task);
    }

    private final LocalRun run;
    private final ShardingContext context;
    private final JobConfiguration configuration;
    private final ItemCode code;
    private final Clock clock;
    private final Guard guard;
    private final Listener listener;
    private volatile Instant begunAt;
    private Thread thread;
    private volatile boolean cancelled;
    private volatile Optional<Throwable> failedWith = Optional.empty();

    ItemTask(
            LocalRun run,
            String taskId,
            String parameter,
            JobConfiguration configuration,
            ItemCode code,
            Clock clock,
            Guard guard,
            Listener listener) {
        this.run = run;
        this.configuration = configuration;
        this.code = code;
        this.clock = clock;
        this.guard = guard;
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

    JobConfiguration configuration() {
        return configuration;
    }

    /** Interrupts the code, whose run is abandoned; if it has not begun, it never does. */
    void cancel() {
        cancel(Optional.empty());
    }

    /**
     * Interrupts the code; if it has not begun, it never does.
     *
     * @param failure with what the run fails, however its code ends; empty if it is abandoned
     */
    synchronized void cancel(Optional<Throwable> failure) {
        if (!cancelled) {
            failedWith = failure;
        }
        // Once only: code that has begun to clean up is not disturbed again.
        boolean first = !cancelled;
        // Before the code is interrupted: an exception from then on is not a failure of the job, and the run is failed
        // over.
        cancelled = true;
        if (first && thread != null) {
            thread.interrupt();
        }
    }

    /** Returns whether an operator ended the run. */
    boolean isKilled() {
        return failedWith.filter(CancellationException.class::isInstance).isPresent();
    }

    boolean isCancelled() {
        return cancelled;
    }

    void execute() {
        if (!begin()) {
            listener.ended(this, Outcome.NEVER_BEGUN, null);
            return;
        }
        String name = Thread.currentThread().getName();
        guard.run(OutgoingCall.LOGGING_CONTEXT, this::enterContext);
        try {
            runCode();
        } finally {
            guard.run(OutgoingCall.LOGGING_CONTEXT, () -> leaveContext(name));
        }
    }

    private synchronized boolean begin() {
        // A lease that cannot be read counts as expired.
        if (cancelled || !guard.get(OutgoingCall.REGISTRY_STATE, () -> listener.mayBegin(this), false)) {
            cancelled = true;
            return false;
        }
        begunAt = guard.get(OutgoingCall.CLOCK, clock::instant, Instant.EPOCH);
        thread = Thread.currentThread();
        return true;
    }

    private void enterContext() {
        Thread.currentThread().setName("elasticjob-" + configuration.getJobName() + "-" + run.item());
        MDC.put("job", configuration.getJobName());
        MDC.put("item", String.valueOf(run.item()));
        MDC.put("run", run.runId());
    }

    private static void leaveContext(String name) {
        Thread.currentThread().setName(name);
        MDC.remove("job");
        MDC.remove("item");
        MDC.remove("run");
    }

    private void runCode() {
        Outcome outcome = Outcome.RETURNED;
        Throwable thrown = null;
        guard.run(OutgoingCall.HISTORY, () -> listener.began(this));
        try {
            code.run(configuration, this, context);
        } catch (Throwable problem) {
            outcome = failed(problem);
            thrown = problem;
        }
        if (cancelled) {
            // However it ended: it is unknown how far it came when it was interrupted.
            outcome = failedWith.map(this::failed).orElse(Outcome.INTERRUPTED);
            thrown = failedWith.orElse(thrown);
        }
        synchronized (this) {
            thread = null;
            // An interrupt that came too late must not hit what the thread does next.
            Thread.interrupted();
        }
        listener.ended(this, outcome, thrown);
    }

    /** Returns how the run ends that fails with this, which its retry may apply to. */
    private Outcome failed(Throwable thrown) {
        Retry retry = configuration.getRetry();
        boolean isTriedAgain = run.isMonitored()
                && run.tryNumber() <= retry.max()
                && !isKilled()
                && guard.get(OutgoingCall.ERROR_HANDLER, () -> retry.appliesTo(thrown), false);
        return isTriedAgain ? Outcome.THREW_RETRYABLE : Outcome.THREW;
    }
}
