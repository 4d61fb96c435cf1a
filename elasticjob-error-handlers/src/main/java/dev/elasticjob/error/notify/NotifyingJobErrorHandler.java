package dev.elasticjob.error.notify;

import dev.elasticjob.spi.JobErrorHandler;
import java.util.Properties;

/** Base class of the notifying error handlers. Subclasses define their properties and create the channel from them. */
abstract class NotifyingJobErrorHandler implements JobErrorHandler {

    private final NotifierClock clock;
    private final Limits limits;
    private volatile Notifier notifier;

    NotifyingJobErrorHandler(NotifierClock clock, Limits limits) {
        this.clock = clock;
        this.limits = limits;
    }

    /** Creates the channel of this handler; throws an exception if properties are invalid. */
    abstract Channel channel(HandlerProperties props, NotifierClock clock);

    @Override
    public final void init(Properties props) {
        if (notifier != null) {
            throw new IllegalStateException(
                    "This " + getType() + " error handler serves a job already. Make one for each job");
        }
        notifier = new Notifier(getType(), channel(new HandlerProperties(props), clock), clock, limits);
    }

    @Override
    public final void handleException(String jobName, Throwable cause) {
        Notifier ready = notifier;
        if (ready == null) {
            throw new IllegalStateException(
                    "This " + getType() + " error handler was not initialised. Call init first");
        }
        ready.report(jobName, cause);
    }

    @Override
    public final void close() {
        Notifier ready = notifier;
        if (ready != null) {
            ready.close();
        }
    }

    @Override
    public final String toString() {
        Notifier ready = notifier;
        return ready == null ? getType() + " notifier (not initialised)" : ready.toString();
    }
}
