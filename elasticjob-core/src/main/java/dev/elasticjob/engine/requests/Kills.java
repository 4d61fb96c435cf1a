package dev.elasticjob.engine.requests;

import static dev.elasticjob.engine.rule.Rule.KILL_CHECKS_TOKEN;

import dev.elasticjob.engine.context.Interruption;
import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.context.LocalRun;
import dev.elasticjob.engine.view.RunRequests.Kill;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Kills: an operator ends one run of an item, identified by its fencing token, on the instance that runs it. The request stays
 * until the end of that run is recorded. A kill of another run has no effect, and is reported.
 */
public final class Kills {

    private final JobContext job;
    private final OwnRequests ownRequests;
    /** Kills whose run was interrupted and whose end is not recorded yet. */
    private final Set<Kill> carriedOut = new HashSet<>();

    public Kills(JobContext job, OwnRequests ownRequests) {
        this.job = job;
        this.ownRequests = ownRequests;
    }

    /** Interrupts the runs that are to be ended, and removes kills that are dealt with. */
    public void carryOut() {
        if (job.view().ownRequests().isEmpty()) {
            carriedOut.clear();
            return;
        }
        List<Kill> kills = RequestChanges.requestedOf(job, job.id()).kills();
        carriedOut.retainAll(kills);
        List<Kill> settled = new ArrayList<>();
        for (Kill kill : kills) {
            Optional<LocalRun> run = job.runs().of(kill.item()).filter(each -> isMeant(each, kill));
            if (run.isEmpty()) {
                settled.add(kill);
                reportWithoutEffect(kill);
            } else if (run.get().isRunning()) {
                if (job.runs().interrupt(run.get(), Interruption.KILL, "an operator killed the run")) {
                    carriedOut.add(kill);
                }
            }
        }
        if (!settled.isEmpty()) {
            ownRequests.remove(settled);
        }
    }

    /** Returns whether a run is, or may turn out to be, the one to be ended: the token of a start is known with its commit. */
    private static boolean isMeant(LocalRun run, Kill kill) {
        return run.isStarting() || run.token() == kill.token() || !KILL_CHECKS_TOKEN.holds();
    }

    private void reportWithoutEffect(Kill kill) {
        if (!carriedOut.contains(kill)) {
            job.reports()
                    .report(
                            "kill " + kill.item(),
                            describe(kill) + " had no effect: no run with this token is in progress on this instance");
        }
    }

    /** Reports kills that were requested of an instance that has gone. */
    static void reportUndelivered(JobContext job, String instanceId, Collection<Kill> kills) {
        for (Kill kill : kills) {
            job.reports()
                    .report(
                            "kill " + kill.item(),
                            describe(kill) + " was requested of " + instanceId
                                    + ", which is no longer a member; it may not have had an effect");
        }
    }

    private static String describe(Kill kill) {
        return "Kill of item " + kill.item() + " with token " + kill.token();
    }
}
