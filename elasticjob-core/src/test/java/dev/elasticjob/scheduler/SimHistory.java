package dev.elasticjob.scheduler;

import dev.elasticjob.tracing.JobEvent;
import dev.elasticjob.tracing.TracingListener;
import dev.elasticjob.tracing.TracingListenerFactory;
import dev.elasticjob.tracing.TracingMetrics;

/** The history of simulated processes: passes reports to operators on to the observer. */
public final class SimHistory implements TracingListenerFactory<SimHost> {

    static final String TYPE = "SIMULATED";

    @Override
    public Class<SimHost> storageType() {
        return SimHost.class;
    }

    @Override
    public TracingListener create(SimHost host) {
        return new TracingListener() {
            @Override
            public void onEvent(JobEvent event) {
                host.mayThrow("history");
                if (event instanceof JobEvent.Reported reported) {
                    host.log("reports for job %s: %s", reported.jobName(), reported.message());
                    host.world().observer.reported(reported.jobName(), reported.message());
                }
            }

            @Override
            public TracingMetrics metrics() {
                return TracingMetrics.NONE;
            }

            @Override
            public void close() {
                host.mayThrow("closeHistory");
            }
        };
    }

    @Override
    public String getType() {
        return TYPE;
    }
}
