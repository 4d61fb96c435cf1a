package dev.elasticjob.scheduler;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.JobExtraConfiguration;
import dev.elasticjob.spi.ExtensionModules;
import dev.elasticjob.spi.Extensions;
import dev.elasticjob.tracing.JobEvent;
import dev.elasticjob.tracing.TracingConfiguration;
import dev.elasticjob.tracing.TracingListener;
import dev.elasticjob.tracing.TracingListenerFactory;
import dev.elasticjob.tracing.TracingMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * The history storages of a scheduler's jobs. A storage has one listener, whatever the number of jobs that write to it. The
 * listener is closed when the last of these jobs has left.
 */
final class Histories {

    private final Executor closing;
    private final Guard guard;
    private final List<Shared> all = new ArrayList<>();

    /** @param closing closes listeners, which may take as long as their limit */
    Histories(Executor closing, Guard guard) {
        this.closing = closing;
        this.guard = guard;
    }

    /** A storage with the jobs that write to it. */
    private static final class Shared {
        final String type;
        final Object storage;
        final Map<String, String> settings;
        final String firstJob;
        final TracingListener listener;
        int users;

        Shared(TracingConfiguration<?> tracing, String firstJob, TracingListener listener) {
            type = tracing.type();
            storage = tracing.tracingStorage();
            settings = tracing.settings();
            this.firstJob = firstJob;
            this.listener = listener;
        }
    }

    /** The storages of one job. */
    final class Tracing {

        private final List<Shared> used;

        private Tracing(List<Shared> used) {
            this.used = used;
        }

        /** Publishes an event to all storages. Never throws. */
        void publish(JobEvent event, Guard jobs) {
            for (Shared each : used) {
                try {
                    each.listener.onEvent(event);
                } catch (Throwable thrown) {
                    // Reporting to the job would publish another event, which may fail in the same way.
                    (event instanceof JobEvent.Reported ? guard : jobs).failed(OutgoingCall.HISTORY, thrown);
                }
            }
        }

        /** Releases the storages. Completes when those that no other job uses are closed. */
        CompletableFuture<Void> release() {
            return Histories.this.release(used);
        }
    }

    /** @throws IllegalArgumentException if a type does not exist or rejects its storage or its settings */
    synchronized Tracing of(JobConfiguration config) {
        List<Shared> used = new ArrayList<>();
        try {
            for (JobExtraConfiguration extra : config.getExtraConfigurations()) {
                if (extra instanceof TracingConfiguration<?> tracing
                        && tracing.jobs().contain(config.getJobName())) {
                    Shared shared = find(tracing, config.getJobName());
                    shared.users++;
                    used.add(shared);
                }
            }
        } catch (RuntimeException | Error unusable) {
            release(used);
            throw unusable;
        }
        return new Tracing(List.copyOf(used));
    }

    private Shared find(TracingConfiguration<?> tracing, String jobName) {
        for (Shared each : all) {
            if (each.storage == tracing.tracingStorage() && each.type.equals(tracing.type())) {
                if (!each.settings.equals(tracing.settings())) {
                    throw new IllegalArgumentException("Job '" + jobName + "': its history goes to the same "
                            + tracing.type() + " storage as that of job '" + each.firstJob
                            + "', with other settings: " + tracing.settings() + " and not " + each.settings
                            + ". Give both jobs the same TracingConfiguration");
                }
                return each;
            }
        }
        Shared made = new Shared(tracing, jobName, create(tracing, jobName));
        all.add(made);
        return made;
    }

    @SuppressWarnings({"rawtypes", "unchecked"})
    private static TracingListener create(TracingConfiguration<?> tracing, String jobName) {
        TracingListenerFactory factory = Extensions.find(TracingListenerFactory.class, tracing.type())
                .orElseThrow(() -> new IllegalArgumentException("Job '" + jobName + "': no tracing of type '"
                        + tracing.type() + "' is known; known are " + Extensions.types(TracingListenerFactory.class)
                        + ". " + ExtensionModules.remedy(TracingListenerFactory.class, tracing.type())));
        if (!factory.storageType().isInstance(tracing.tracingStorage())) {
            throw new IllegalArgumentException("Job '" + jobName + "': tracing of type '" + tracing.type()
                    + "' writes to a " + factory.storageType().getName() + ", but was given a "
                    + tracing.tracingStorage().getClass().getName());
        }
        return factory.create(tracing.tracingStorage(), tracing.settings());
    }

    private synchronized CompletableFuture<Void> release(List<Shared> used) {
        List<CompletableFuture<Void>> closed = new ArrayList<>();
        for (Shared each : used) {
            if (--each.users == 0) {
                all.remove(each);
                closed.add(close(each));
            }
        }
        return CompletableFuture.allOf(closed.toArray(CompletableFuture[]::new));
    }

    private CompletableFuture<Void> close(Shared each) {
        Runnable close = () -> guard.run(OutgoingCall.HISTORY_CLOSE, each.listener::close);
        try {
            return CompletableFuture.runAsync(close, closing);
        } catch (RejectedExecutionException closed) {
            close.run();
            return CompletableFuture.completedFuture(null);
        }
    }

    synchronized List<TracingMetrics> metrics() {
        return all.stream()
                .map(each -> guard.get(
                        OutgoingCall.HISTORY_METRICS,
                        () -> Optional.of(each.listener.metrics()),
                        Optional.<TracingMetrics>empty()))
                .flatMap(Optional::stream)
                .toList();
    }
}
