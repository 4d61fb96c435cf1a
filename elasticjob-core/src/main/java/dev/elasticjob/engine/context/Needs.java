package dev.elasticjob.engine.context;

import static dev.elasticjob.engine.rule.Rule.READ_FOLLOWS_WATCH;

import dev.elasticjob.engine.view.JobView;
import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.Watch;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a reconciliation asks for besides commits: the nodes to watch, and the time of the next reconciliation. */
public final class Needs {

    private final Effects effects;
    private final JobView view;
    private final Set<String> watched = new HashSet<>();
    private Map<String, Watch.Scope> wanted = new HashMap<>();
    private Optional<Duration> wakeAt = Optional.empty();

    Needs(Effects effects, JobView view) {
        this.effects = effects;
        this.view = view;
    }

    // ---- the next reconciliation ----

    /** Reconciles again at this monotonic time at the latest. */
    public void wakeAt(Duration at) {
        if (wakeAt.isEmpty() || at.compareTo(wakeAt.get()) < 0) {
            wakeAt = Optional.of(at);
        }
    }

    /** Reconciles again after this delay at the latest; a negative one means at once. */
    public void wakeAfter(Duration delay) {
        wakeAt(effects.elapsed().plus(delay.isNegative() ? Duration.ZERO : delay));
    }

    public void wakeNow() {
        wakeAt(effects.elapsed());
    }

    /** Returns whether this monotonic time has come; if not, reconciles again then. */
    public boolean hasComeOrWake(Duration at) {
        if (effects.elapsed().compareTo(at) >= 0) {
            return true;
        }
        wakeAt(at);
        return false;
    }

    /** Reconciles again when the clock that decides about fires shows this time. */
    void wakeAt(Instant at, Instant now) {
        wakeAfter(Duration.between(now, at));
    }

    public void forgetWakeUp() {
        wakeAt = Optional.empty();
    }

    /** Sets the timer for the next reconciliation. */
    public void setTimer() {
        wakeAt.ifPresent(at -> {
            Duration delay = at.minus(effects.elapsed());
            effects.wakeAfter(delay.isNegative() ? Duration.ZERO : delay);
        });
    }

    // ---- watches ----

    /** Watches a node until a reconciliation does not ask for it any more. */
    public void watch(String path) {
        wanted.put(path, Watch.Scope.NODE);
    }

    /** Watches a node and everything below it until a reconciliation does not ask for it any more. */
    public void watchTree(String path) {
        wanted.put(path, Watch.Scope.SUBTREE);
    }

    public void forgetWatches() {
        wanted = new HashMap<>();
    }

    /** Sets the watches that are wanted and removes the others. */
    public void setWatches() {
        for (String path : Set.copyOf(watched)) {
            if (!wanted.containsKey(path)) {
                watched.remove(path);
                effects.unwatch(path);
            }
        }
        wanted.forEach((path, scope) -> {
            if (watched.add(path)) {
                effects.watch(path, scope);
                if (READ_FOLLOWS_WATCH.holds()) {
                    // The node may have changed between its read and the watch.
                    view.hint(new Hint(path, scope == Watch.Scope.SUBTREE));
                }
            }
        });
        wanted = new HashMap<>();
    }

    /** The session has ended, and its watches with it. */
    public void watchesAreGone() {
        watched.clear();
    }
}
