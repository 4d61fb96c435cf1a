package dev.elasticjob.scheduler;

import dev.elasticjob.engine.context.RunEnd;
import dev.elasticjob.engine.requests.RunProgress;
import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Watch;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/**
 * Follows the runs that this process requested until they have ended. As long as this process runs all their items, it knows how
 * each ended. Otherwise it watches run records and requests; without such a run it watches nothing.
 */
final class OneOffRuns {

    private static final class Expected {
        final CompletableFuture<OneOffResult> result = new CompletableFuture<>();
        RunProgress run;
        boolean elsewhere;
        boolean reading;
        boolean again;
    }

    private static final Duration RETRY = Duration.ofMillis(200);

    private final String jobName;
    private final BooleanSupplier failover;
    private final ReliableTimer timer;
    private final Guard guard;
    private final Map<String, Expected> expected = new HashMap<>();
    private Optional<RegistrySession> session = Optional.empty();
    private List<Watch> watches = List.of();
    private boolean retryScheduled;

    /** @param failover whether a run that is lost with its instance fails over */
    OneOffRuns(String jobName, BooleanSupplier failover, ReliableTimer timer, Guard guard) {
        this.jobName = jobName;
        this.failover = failover;
        this.timer = timer;
        this.guard = guard;
    }

    synchronized CompletableFuture<OneOffResult> expect(String runId) {
        Expected run = new Expected();
        expected.put(runId, run);
        return run.result;
    }

    /** The run was requested from the owners of the items. From now on the run records show its progress. */
    synchronized void requested(String runId, int total, boolean startedHere) {
        Expected run = expected.get(runId);
        if (run != null) {
            run.run = new RunProgress(jobName, runId, total);
            run.elsewhere = !startedHere;
            readIfElsewhere();
        }
    }

    /** This process has recorded how an item ended. Without an end, the outcome of that commit is unknown. */
    void recorded(String runId, int item, Optional<RunEnd> end) {
        Expected run;
        Optional<Map<Integer, RunEnd>> ended = Optional.empty();
        synchronized (this) {
            run = expected.get(runId);
            if (run == null || run.run == null) {
                return;
            }
            if (end.isPresent()) {
                run.run.ended(item, end.get());
                ended = run.run.result();
                ended.ifPresent(all -> forget(runId));
            } else {
                run.elsewhere = true;
                readIfElsewhere();
            }
        }
        ended.ifPresent(all -> run.result.complete(result(runId, all)));
    }

    /** The items of this instance have changed: other instances may run the requested items. */
    synchronized void itemsMoved() {
        expected.values().forEach(run -> run.elsewhere = true);
        readIfElsewhere();
    }

    /** The run was requested, and without monitorExecution its end is not recorded. */
    void endsUnrecorded(String runId) {
        Expected run;
        synchronized (this) {
            run = expected.remove(runId);
        }
        if (run != null) {
            run.result.completeExceptionally(new IllegalStateException("Job '" + jobName
                    + "': the run was requested, but its end is not recorded because monitorExecution is off"));
        }
    }

    /** The engine failed to process the request. */
    void notRequested(String runId, Throwable thrown) {
        Expected run;
        synchronized (this) {
            run = expected.remove(runId);
        }
        if (run != null) {
            run.result.completeExceptionally(
                    new IllegalStateException("Job '" + jobName + "': the run was not requested: " + thrown, thrown));
        }
    }

    /** Continues in a new session. The watches have ended with the session before. */
    synchronized void follow(RegistrySession opened) {
        session = Optional.of(opened);
        watches = List.of();
        itemsMoved();
    }

    private void readIfElsewhere() {
        if (expected.values().stream().anyMatch(run -> run.run != null && run.elsewhere)) {
            if (!guard.run(OutgoingCall.REGISTRY_WATCH, this::watchAll)) {
                retryLater();
            }
            readAll();
        }
    }

    private void retryLater() {
        if (!retryScheduled) {
            retryScheduled = true;
            timer.schedule(this::retry, RETRY);
        }
    }

    private synchronized void retry() {
        retryScheduled = false;
        readIfElsewhere();
    }

    private void watchAll() {
        if (watches.isEmpty() && session.isPresent()) {
            watches = RunProgress.watched(jobName).stream()
                    .map(path -> session.get().watch(path, Watch.Scope.SUBTREE, this::hinted))
                    .toList();
        }
    }

    private synchronized void hinted(Hint hint) {
        if (expected.values().stream().anyMatch(run -> run.run != null && run.run.dependsOn(hint))) {
            readAll();
        }
    }

    private synchronized void readAll() {
        expected.keySet().stream().toList().forEach(this::read);
    }

    private synchronized void read(String runId) {
        Expected run = expected.get(runId);
        if (run == null || run.run == null || !run.elsewhere || session.isEmpty()) {
            return;
        }
        if (run.reading) {
            run.again = true;
            return;
        }
        run.reading = true;
        run.again = false;
        boolean sent = guard.run(
                OutgoingCall.REGISTRY_READ,
                () -> session.get()
                        .read(run.run.toRead(failover.getAsBoolean()))
                        .thenAccept(answer -> answered(runId, run, answer)));
        if (!sent) {
            run.reading = false;
            retryLater();
        }
    }

    private void answered(String runId, Expected run, ReadResult answer) {
        OneOffResult result = null;
        synchronized (this) {
            run.reading = false;
            if (answer instanceof ReadResult.Snapshot snapshot) {
                Optional<Map<Integer, RunEnd>> ended = run.run.read(snapshot, failover.getAsBoolean());
                if (ended.isPresent() && expected.get(runId) == run) {
                    forget(runId);
                    result = result(runId, ended.get());
                } else if (run.again || run.run.mustReadAgain()) {
                    read(runId);
                }
            } else if (answer instanceof ReadResult.Failed failed && !failed.sessionOver()) {
                retryLater();
            }
        }
        if (result != null) {
            run.result.complete(result);
        }
    }

    private void forget(String runId) {
        expected.remove(runId);
        stopWatching();
    }

    private void stopWatching() {
        if (expected.values().stream().noneMatch(run -> run.elsewhere)) {
            watches.forEach(watch -> guard.run(OutgoingCall.REGISTRY_UNWATCH, watch::close));
            watches = List.of();
        }
    }

    private static OneOffResult result(String runId, Map<Integer, RunEnd> ended) {
        Map<Integer, OneOffResult.Outcome> items = new HashMap<>();
        ended.forEach((item, end) -> items.put(
                item,
                switch (end) {
                    case DONE -> OneOffResult.Outcome.DONE;
                    case FAILED -> OneOffResult.Outcome.FAILED;
                    case ABANDONED -> OneOffResult.Outcome.ABANDONED;
                    case UNKNOWN -> OneOffResult.Outcome.SUPERSEDED;
                }));
        return new OneOffResult(runId, items);
    }

    /** Fails all runs that have not ended, because the job has left. */
    void end(String reason) {
        Map<String, Expected> left;
        synchronized (this) {
            left = Map.copyOf(expected);
            expected.clear();
            stopWatching();
        }
        left.values()
                .forEach(run -> run.result.completeExceptionally(new IllegalStateException(
                        "Job '" + jobName + "' left before the end of the run was known: " + reason)));
    }
}
