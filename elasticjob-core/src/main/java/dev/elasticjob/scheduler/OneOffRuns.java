package dev.elasticjob.scheduler;

import dev.elasticjob.engine.AskedRun;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Watch;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Follows the runs that this process asked for until they have ended. Watches nothing while there is none. */
final class OneOffRuns {

    private static final class Expected {
        final CompletableFuture<OneOffResult> result = new CompletableFuture<>();
        AskedRun run;
        boolean reading;
        boolean again;
    }

    private final String jobName;
    private final Map<String, Expected> expected = new HashMap<>();
    private Optional<RegistrySession> session = Optional.empty();
    private Optional<Watch> watch = Optional.empty();

    OneOffRuns(String jobName) {
        this.jobName = jobName;
    }

    synchronized CompletableFuture<OneOffResult> expect(String runId) {
        Expected run = new Expected();
        expected.put(runId, run);
        return run.result;
    }

    /** The owners were asked; from now on the records tell. */
    synchronized void asked(String runId, int total) {
        Expected run = expected.get(runId);
        if (run != null) {
            run.run = new AskedRun(jobName, runId, total);
            watchAll();
            lookAt(runId);
        }
    }

    /** Without monitorExecution nothing is recorded. */
    void cannotBeKnown(String runId) {
        Expected run;
        synchronized (this) {
            run = expected.remove(runId);
        }
        if (run != null) {
            run.result.completeExceptionally(new IllegalStateException("Job '" + jobName
                    + "': the owners were asked for the run, but monitorExecution is off, so nobody records its end"));
        }
    }

    /** A new session: what was watched in the old one must be watched again. */
    synchronized void follow(RegistrySession opened) {
        session = Optional.of(opened);
        watch = Optional.empty();
        if (expected.values().stream().anyMatch(run -> run.run != null)) {
            watchAll();
            lookAtAll();
        }
    }

    private void watchAll() {
        if (watch.isEmpty() && session.isPresent()) {
            watch = Optional.of(
                    session.get().watch(AskedRun.watched(jobName), Watch.Scope.SUBTREE, hint -> lookAtAll()));
        }
    }

    private synchronized void lookAtAll() {
        expected.keySet().stream().toList().forEach(this::lookAt);
    }

    private synchronized void lookAt(String runId) {
        Expected run = expected.get(runId);
        if (run == null || run.run == null || session.isEmpty()) {
            return;
        }
        if (run.reading) {
            run.again = true;
            return;
        }
        run.reading = true;
        run.again = false;
        session.get().read(run.run.toRead()).thenAccept(answer -> answered(runId, run, answer));
    }

    private void answered(String runId, Expected run, ReadResult answer) {
        OneOffResult result = null;
        synchronized (this) {
            run.reading = false;
            if (answer instanceof ReadResult.Snapshot snapshot) {
                Optional<Map<Integer, AskedRun.End>> ended = run.run.read(snapshot);
                if (ended.isPresent()) {
                    expected.remove(runId);
                    result = result(runId, ended.get());
                    stopWatching();
                } else if (run.again) {
                    lookAt(runId);
                }
            }
        }
        if (result != null) {
            run.result.complete(result);
        }
    }

    private void stopWatching() {
        if (expected.isEmpty()) {
            watch.ifPresent(Watch::close);
            watch = Optional.empty();
        }
    }

    private static OneOffResult result(String runId, Map<Integer, AskedRun.End> ended) {
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

    /** The job has left: nobody follows any more. */
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
