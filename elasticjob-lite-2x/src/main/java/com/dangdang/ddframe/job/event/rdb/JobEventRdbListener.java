package com.dangdang.ddframe.job.event.rdb;

import com.dangdang.ddframe.job.event.JobEventListener;
import com.dangdang.ddframe.job.event.type.JobExecutionEvent;
import com.dangdang.ddframe.job.event.type.JobStatusTraceEvent;
import dev.elasticjob.lite2x.EventsOf2x;
import dev.elasticjob.tracing.TracingListener;
import dev.elasticjob.tracing.rdb.RdbTracingListenerFactory;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Writes events to a relational database. */
public final class JobEventRdbListener extends JobEventRdbIdentity implements JobEventListener {

    private final TracingListener history;

    /**
     * Creates a listener.
     *
     * @throws SQLException never; it is part of the signature of 2.x
     */
    public JobEventRdbListener(DataSource dataSource) throws SQLException {
        history = new RdbTracingListenerFactory().create(dataSource);
    }

    @Override
    public void listen(JobExecutionEvent executionEvent) {
        history.onEvent(EventsOf2x.from(executionEvent));
    }

    @Override
    public void listen(JobStatusTraceEvent jobStatusTraceEvent) {
        history.onEvent(EventsOf2x.from(jobStatusTraceEvent));
    }
}
