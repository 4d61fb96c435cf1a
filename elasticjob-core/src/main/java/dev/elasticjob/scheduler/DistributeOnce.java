package dev.elasticjob.scheduler;

import dev.elasticjob.engine.requests.RunBarrier;
import dev.elasticjob.engine.requests.RunBarrier.Step;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Watch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Takes the items of a job through the barriers of its distribute-once listeners: executes the decisions of {@link RunBarrier}.
 * It waits without holding a thread, and always with a limit. Everything but the callbacks runs in the job's mailbox.
 */
final class DistributeOnce {

    private static final Duration LEAVE_LIMIT = Duration.ofSeconds(10);
    private static final Duration RETRY = Duration.ofMillis(200);
    private static final int CONFLICTS_AT_ONCE = 3;

    private final Mailbox mailbox;
    private final ReliableTimer timer;
    private final Guard guard;
    private final Executor callbacks;
    private final Supplier<RegistrySession> session;
    private final Supplier<Instant> registryTime;
    private final Consumer<String> reports;
    private final Set<Passage> passages = new LinkedHashSet<>();
    private final List<Runnable> whenSettled = new ArrayList<>();

    DistributeOnce(
            Mailbox mailbox,
            ReliableTimer timer,
            Guard guard,
            Executor callbacks,
            Supplier<RegistrySession> session,
            Supplier<Instant> registryTime,
            Consumer<String> reports) {
        this.mailbox = mailbox;
        this.timer = timer;
        this.guard = guard;
        this.callbacks = callbacks;
        this.session = session;
        this.registryTime = registryTime;
        this.reports = reports;
    }

    /**
     * Takes items through a barrier.
     *
     * @param what name of the callback, for reports
     * @param callback called outside the mailbox if this instance claims the barrier; must not throw
     * @param then called when the barrier is passed or the limit is reached
     */
    Passage pass(RunBarrier barrier, String what, Duration limit, Runnable callback, Runnable then) {
        Passage passage = new Passage(barrier, what, limit, callback, then);
        passages.add(passage);
        passage.limit = Optional.of(schedule(passage::limitReached, limit));
        passage.step(OutgoingCall.REGISTRY_READ, passage::read);
        return passage;
    }

    /**
     * Calls back when no other instance waits for this one: its items have arrived at their barriers, and the callbacks that it
     * has claimed were called and are recorded as called.
     */
    void whenSettled(Runnable then) {
        whenSettled.add(then);
        schedule(
                () -> {
                    passages.stream().filter(Passage::isOwed).toList().forEach(Passage::giveUp);
                    settle();
                },
                LEAVE_LIMIT);
        settle();
    }

    private void settle() {
        if (!whenSettled.isEmpty() && passages.stream().noneMatch(Passage::isOwed)) {
            List<Runnable> waiting = List.copyOf(whenSettled);
            whenSettled.clear();
            List.copyOf(passages).forEach(Passage::end);
            waiting.forEach(Runnable::run);
        }
    }

    private ReliableTimer.Timeout schedule(Runnable what, Duration delay) {
        return timer.schedule(() -> mailbox.post(what), delay);
    }

    /** The passage of items through a barrier. */
    final class Passage {
        private final RunBarrier barrier;
        private final String what;
        private final Duration duration;
        private final Runnable callback;
        private final Runnable then;
        private Optional<ReliableTimer.Timeout> limit = Optional.empty();
        private Optional<Watch> watch = Optional.empty();
        private RegistrySession watchedIn;
        private String waitsFor = "the registry";
        private boolean busy;
        private boolean again;
        private boolean synced;
        private boolean calling;
        private boolean waitsForOthers;
        private boolean over;
        private int conflicts;

        private Passage(RunBarrier barrier, String what, Duration duration, Runnable callback, Runnable then) {
            this.barrier = barrier;
            this.what = what;
            this.duration = duration;
            this.callback = callback;
            this.then = then;
        }

        /** Executes a step. A step that throws is repeated until the limit is reached. */
        private void step(OutgoingCall call, Runnable what) {
            if (!guard.run(call, what)) {
                busy = false;
                retryLater();
            }
        }

        private void retryLater() {
            schedule(() -> step(OutgoingCall.REGISTRY_READ, this::read), RETRY);
        }

        /** Returns whether other instances may wait for this one, or this one has claimed the callback. */
        private boolean isOwed() {
            return !waitsForOthers;
        }

        private void read() {
            if (over) {
                return;
            }
            if (busy || calling) {
                again = true;
                return;
            }
            RegistrySession current = session.get();
            if (current == null) {
                retryLater();
                return;
            }
            if (watchedIn != current) {
                watch = Optional.of(current.watch(
                        barrier.watched(),
                        Watch.Scope.SUBTREE,
                        hint -> mailbox.post(() -> step(OutgoingCall.REGISTRY_READ, this::read))));
                watchedIn = current;
            }
            busy = true;
            again = false;
            ReadRequest request = synced ? barrier.toRead().synced() : barrier.toRead();
            current.read(request)
                    .thenAccept(result ->
                            mailbox.post(() -> step(OutgoingCall.REGISTRY_COMMIT, () -> read(current, result))));
        }

        private void read(RegistrySession from, ReadResult result) {
            busy = false;
            if (over) {
                return;
            }
            if (result instanceof ReadResult.Snapshot snapshot) {
                synced = false;
                carryOut(from, barrier.decide(snapshot, registryTime.get()));
                settle();
            } else {
                retryLater();
            }
        }

        private void carryOut(RegistrySession in, Step step) {
            waitsForOthers = step instanceof Step.Wait;
            if (step instanceof Step.Commit commit) {
                busy = true;
                in.commit(commit.transaction())
                        .thenAccept(result ->
                                mailbox.post(() -> step(OutgoingCall.REGISTRY_READ, () -> committed(result))));
            } else if (step instanceof Step.Call) {
                call();
            } else if (step instanceof Step.Wait wait) {
                waitsFor = wait.forWhat();
                if (again) {
                    read();
                }
            } else {
                end();
            }
        }

        private void committed(CommitResult result) {
            busy = false;
            conflicts = result instanceof CommitResult.Conflict ? conflicts + 1 : 0;
            synced |= result instanceof CommitResult.Unknown;
            if (result instanceof CommitResult.Refused || conflicts > CONFLICTS_AT_ONCE) {
                retryLater();
            } else {
                read();
            }
        }

        private void call() {
            calling = true;
            try {
                callbacks.execute(() -> {
                    guard.run(OutgoingCall.DISTRIBUTE_ONCE_LISTENER, callback);
                    mailbox.post(() -> step(OutgoingCall.REGISTRY_READ, this::called));
                });
            } catch (RejectedExecutionException ended) {
                calling = false;
                reports.accept(what + " was not called: the scheduler has ended");
                end();
            }
        }

        private void called() {
            calling = false;
            barrier.called();
            read();
            settle();
        }

        private void limitReached() {
            if (over || calling) {
                return;
            }
            giveUp();
        }

        private void giveUp() {
            reports.accept(
                    what + " was not seen to be called within " + duration.toMillis() + " ms: waited for " + waitsFor);
            end();
        }

        /** Stops waiting. */
        void end() {
            if (over) {
                return;
            }
            over = true;
            passages.remove(this);
            watch.ifPresent(each -> guard.run(OutgoingCall.REGISTRY_UNWATCH, each::close));
            limit.ifPresent(ReliableTimer.Timeout::cancel);
            then.run();
            settle();
        }
    }
}
