package dev.elasticjob.examples.demo;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.tracing.JobEvent;
import dev.elasticjob.tracing.TracingListener;
import dev.elasticjob.tracing.TracingListenerFactory;

/** {@code PRINT}: prints the history of a job as lines for the demo. */
public final class PrintTracing implements TracingListenerFactory<Printer> {

    static final String TYPE = "PRINT";

    @Override
    public Class<Printer> storageType() {
        return Printer.class;
    }

    @Override
    public TracingListener create(Printer printer) {
        return event -> print(printer, event);
    }

    private static void print(Printer printer, JobEvent event) {
        // Other events reach the demo differently: failures through the error handler, reports through the log, and
        // assignments through the registry.
        if (event instanceof JobEvent.Started started) {
            RunSource source = started.run().source();
            printer.run(item(event, started.run()) + " started"
                    + (source == RunSource.NORMAL_TRIGGER ? "" : ", because of " + source));
        } else if (event instanceof JobEvent.Finished finished) {
            printer.run(item(event, finished.run()) + " done");
        } else if (event instanceof JobEvent.FailedOver over) {
            printer.event("took over " + item(event, over.run()) + " from " + over.lostInstanceId() + ", attempt "
                    + over.run().attempt());
        } else if (event instanceof JobEvent.Abandoned abandoned) {
            printer.event("gave up " + item(event, abandoned.run()) + ": " + abandoned.reason());
        } else if (event instanceof JobEvent.Misfired misfired) {
            printer.event(event.jobName() + " " + misfired.item() + " fell due again while it was running");
        }
    }

    private static String item(JobEvent event, JobEvent.Run run) {
        return event.jobName() + " " + run.item();
    }

    @Override
    public String getType() {
        return TYPE;
    }
}
