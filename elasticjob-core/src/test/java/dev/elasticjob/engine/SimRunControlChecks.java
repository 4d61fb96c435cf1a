package dev.elasticjob.engine;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.engine.context.Interruption;
import dev.elasticjob.engine.context.LocalRun;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.engine.view.RunRequests;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** What must hold for timeouts, kills and retries. */
final class SimRunControlChecks {

    /** By so much a run may exceed its timeout before it is interrupted. */
    private static final long LATEST_INTERRUPT = 1_000;

    private record Killed(int item, long token) {}

    private final SimWorld world;
    private final Set<Killed> requested = new HashSet<>();
    /** Kills that had an effect, were reported, or need none any more. */
    private final Set<Killed> settled = new HashSet<>();

    private boolean mayBeLost;

    SimRunControlChecks(SimWorld world) {
        this.world = world;
    }

    // ---- timeout ----

    /** Code begins whose run is limited. */
    void limited(SimProcess.Execution execution, JobConfiguration configuration) {
        long timeout = configuration.getTimeout().toMillis();
        world.after(timeout + LATEST_INTERRUPT, () -> {
            boolean stillLimited = execution.process().isUp()
                    && execution.process().machine.state().config().getTimeout().toMillis() == timeout;
            if (stillLimited && !execution.ended && !execution.interrupted && !execution.tainted) {
                throw new SimChecks.Violation(
                        "8: item " + execution.run.item() + " runs for more than its timeout of " + timeout + " ms");
            }
        });
    }

    // ---- kill ----

    void killRequested(int item, long token) {
        requested.add(new Killed(item, token));
    }

    /** Code is interrupted because an operator killed the run. */
    void killed(LocalRun run) {
        Killed kill = new Killed(run.item(), run.token());
        if (!requested.contains(kill)) {
            throw new SimChecks.Violation("8: the run of item " + run.item() + " with token " + run.token()
                    + " is killed, as nobody requested");
        }
        settled.add(kill);
    }

    void reported(String message) {
        for (Killed kill : requested) {
            if (message.contains("Kill of item " + kill.item + " with token " + kill.token + " ")) {
                settled.add(kill);
            }
        }
    }

    void atRest() {
        if (mayBeLost) {
            return;
        }
        for (Killed kill : requested) {
            if (!settled.contains(kill)) {
                throw new SimChecks.Violation("8: " + kill + " was requested, and neither done nor reported");
            }
        }
    }

    /** Requests may be lost with the nodes that an operator deletes. */
    void forget() {
        mayBeLost = true;
    }

    // ---- retry ----

    /** Returns whether a run has ended for good. */
    static boolean isCompleted(RunRecord record) {
        return record.run()
                .filter(run -> run.state() == RunRecord.State.DONE || run.state() == RunRecord.State.FAILED)
                .filter(run -> record.retryAt().isEmpty())
                .isPresent();
    }

    void started(int item, RunRecord before, RunRecord after, Optional<JobConfiguration> config) {
        RunRecord.Run run = after.run().orElseThrow();
        if (run.tryNumber() == 1) {
            checkThatTriesAreNotForgotten(item, before, run);
            checkThatNoRequestSupersedesRetry(item, before, run);
            return;
        }
        Optional<RunRecord.Run> last = before.run().filter(each -> each.id().equals(run.id()));
        boolean failsOver = run.attempt() > last.map(RunRecord.Run::attempt).orElse(0);
        int expected = last.map(RunRecord.Run::tryNumber).orElse(0) + (failsOver ? 0 : 1);
        if (last.isEmpty() || expected != run.tryNumber()) {
            throw new SimChecks.Violation("8: try " + run.tryNumber() + " of item " + item + " starts after " + before);
        }
        if (!failsOver) {
            checkRetry(item, before, run, config);
        }
    }

    private static void checkThatTriesAreNotForgotten(int item, RunRecord before, RunRecord.Run run) {
        boolean forgotten = before.run()
                .filter(each -> each.id().equals(run.id()) && each.tryNumber() > 1)
                .isPresent();
        if (forgotten) {
            throw new SimChecks.Violation("8: item " + item + " starts again with the first try, after " + before);
        }
    }

    /** The requester of a run waits for its result, and for its retries therefore. */
    private void checkThatNoRequestSupersedesRetry(int item, RunRecord before, RunRecord.Run run) {
        boolean isRequested = run.scheduledAt().isEmpty();
        boolean isOfApplication = before.run()
                .filter(last -> last.scheduledAt().isEmpty() && !RunRequests.isRequestedByOperator(last.id()))
                .filter(last -> !last.id().equals(run.id()) && last.total() == run.total())
                .isPresent();
        if (before.retryAt().isPresent() && isRequested && isOfApplication && !world.checks.configIsEdited) {
            throw new SimChecks.Violation(
                    "8: " + run.id() + " of item " + item + " starts instead of the retry of " + before.run());
        }
    }

    /** An operator's kill is final. */
    void ended(int item, RunRecord record) {
        boolean isKilled = record.run()
                .filter(run -> run.reason().equals(Interruption.KILL.reason()))
                .isPresent();
        if (isKilled) {
            settled.add(new Killed(item, record.completedToken()));
        }
        if (isKilled && record.retryAt().isPresent()) {
            throw new SimChecks.Violation("8: the run of item " + item + " was killed, and is to be tried again");
        }
    }

    private void checkRetry(int item, RunRecord before, RunRecord.Run run, Optional<JobConfiguration> config) {
        Optional<Instant> at = before.retryAt();
        if (at.isEmpty()) {
            throw new SimChecks.Violation(
                    "8: try " + run.tryNumber() + " of item " + item + " starts before the last one has ended");
        }
        if (!world.checks.registryClockMoves && at.get().isAfter(world.registryTime())) {
            throw new SimChecks.Violation("8: item " + item + " is tried again before " + at.get());
        }
        if (before.run().orElseThrow().total() != run.total()) {
            throw new SimChecks.Violation("7: item " + item + " is tried again with another total than before");
        }
        boolean isTooOften = config.filter(
                        each -> run.tryNumber() > each.getRetry().max() + 1)
                .isPresent();
        if (isTooOften && !world.checks.configIsEdited) {
            throw new SimChecks.Violation("8: item " + item + " is tried a " + run.tryNumber() + "th time");
        }
    }
}
