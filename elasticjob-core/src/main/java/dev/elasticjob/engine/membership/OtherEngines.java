package dev.elasticjob.engine.membership;

import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.view.JobView;
import java.util.List;

/** Instances of another engine on the same job: this engine waits until the last of them has left. */
final class OtherEngines {

    private final JobContext job;
    private long asOf = -1;
    private List<String> instances = List.of();

    OtherEngines(JobContext job) {
        this.job = job;
    }

    /** Returns whether there are such instances, and reports them. */
    boolean check() {
        if (job.view().memberChanges() != asOf) {
            asOf = job.view().memberChanges();
            instances = job.view().instances().stream()
                    .map(JobView::name)
                    .filter(id -> !JobView.isOfThisEngine(id))
                    .toList();
        }
        if (instances.isEmpty()) {
            job.reports().clear("other engine");
            return false;
        }
        job.reports()
                .report(
                        "other engine",
                        "Instances of another engine are members of this job: " + instances
                                + ". This instance joins when the last of them has left");
        return true;
    }
}
