package dev.elasticjob.tracing.rdb;

import dev.elasticjob.tracing.TracingMetrics;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.LongAdder;
import javax.management.JMException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts events. What was received is written, dropped or waiting, to the last one. */
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

    /** @param ends how many of them are ends of runs */
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
        // In this order: what moves meanwhile must not make it negative.
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
