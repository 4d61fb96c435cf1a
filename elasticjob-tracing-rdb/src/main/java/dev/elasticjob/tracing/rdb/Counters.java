package dev.elasticjob.tracing.rdb;

import dev.elasticjob.tracing.TracingMetrics;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.LongAdder;
import javax.management.JMException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts events. Every received event is counted as either written, dropped or waiting. */
final class Counters implements HistoryMXBean {

    private static final Logger LOG = LoggerFactory.getLogger(Counters.class);

    private final LongAdder received = new LongAdder();
    private final LongAdder written = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder droppedRuns = new LongAdder();
    private ObjectName name;

    void received() {
        received.increment();
    }

    void written(long events) {
        written.add(events);
    }

    /**
     * Counts dropped events.
     *
     * @param events number of dropped events
     * @param ends number of these events that are ends of runs
     */
    void dropped(long events, long ends) {
        droppedRuns.add(ends);
        dropped.add(events);
    }

    @Override
    public long getReceived() {
        return received.sum();
    }

    @Override
    public long getWritten() {
        return written.sum();
    }

    @Override
    public long getDropped() {
        return dropped.sum();
    }

    @Override
    public long getDroppedRuns() {
        return droppedRuns.sum();
    }

    @Override
    public long getWaiting() {
        // Read in this order, so that concurrent updates cannot make the difference negative.
        long gone = written.sum() + dropped.sum();
        return Math.max(0, received.sum() - gone);
    }

    TracingMetrics metrics() {
        return new TracingMetrics(getReceived(), getWritten(), getDropped(), getDroppedRuns(), getWaiting());
    }

    void publish() {
        try {
            ObjectName unique = new ObjectName(
                    "dev.elasticjob:type=History,storage=RDB,id=" + Integer.toHexString(System.identityHashCode(this)));
            ManagementFactory.getPlatformMBeanServer().registerMBean(this, unique);
            name = unique;
        } catch (JMException notPossible) {
            LOG.debug("The counters of history are not to be seen in JMX", notPossible);
        }
    }

    void withdraw() {
        if (name == null) {
            return;
        }
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
        } catch (JMException gone) {
            LOG.debug("The counters of history are not in JMX", gone);
        }
    }
}
