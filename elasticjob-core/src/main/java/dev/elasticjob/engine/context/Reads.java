package dev.elasticjob.engine.context;

import static dev.elasticjob.engine.rule.Rule.READ_AFTER_UNKNOWN_OUTCOME_IS_SYNCED;

import dev.elasticjob.engine.view.JobView;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import java.time.Duration;

/** Reads what the view needs, one request at a time. */
public final class Reads {

    /** The back-off of a failed read is that of so many failures. */
    private static final int FAILURES = 4;

    private final Effects effects;
    private final JobView view;
    private final Session session;
    private final Reports reports;
    private final Runnable changed;
    private boolean reading;
    private boolean synced;
    private long generation;
    private Duration notBefore = Duration.ZERO;

    /** @param changed called after an answer was applied to the view */
    Reads(Effects effects, JobView view, Session session, Reports reports, Runnable changed) {
        this.effects = effects;
        this.view = view;
        this.session = session;
        this.reports = reports;
        this.changed = changed;
    }

    /** Everything may have changed: all of it is read again, from a server that has applied every earlier commit. */
    public void invalidateAll() {
        view.invalidateAll();
        synced |= READ_AFTER_UNKNOWN_OUTCOME_IS_SYNCED.holds();
    }

    /** Reads may be sent at once, also after a failure. */
    public void resetPause() {
        notBefore = Duration.ZERO;
    }

    /** The session has ended: a pending answer does not count. */
    public void abandon() {
        generation++;
        reading = false;
    }

    public boolean isReading() {
        return reading;
    }

    /** Returns the monotonic time from which the next read may be sent. */
    public Duration notBefore() {
        return notBefore;
    }

    public void send(ReadRequest plan) {
        ReadRequest request = synced ? plan.synced() : plan;
        synced = false;
        reading = true;
        long sent = ++generation;
        view.readSent(request);
        effects.read(request, result -> {
            if (sent == generation) {
                reading = false;
                answered(request, result);
                changed.run();
            }
        });
    }

    private void answered(ReadRequest request, ReadResult result) {
        if (result instanceof ReadResult.Snapshot snapshot) {
            view.apply(request, snapshot);
            reports.clear("read");
            return;
        }
        view.readFailed(request);
        synced |= request.isSynced();
        if (session.isConnected()) {
            reports.report("read", "The registry could not be read: " + ((ReadResult.Failed) result).reason());
            notBefore = effects.elapsed().plus(BackOff.after(FAILURES, effects));
        }
    }
}
