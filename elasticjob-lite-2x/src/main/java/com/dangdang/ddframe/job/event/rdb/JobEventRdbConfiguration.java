package com.dangdang.ddframe.job.event.rdb;

import com.dangdang.ddframe.job.event.JobEventConfiguration;
import com.dangdang.ddframe.job.event.JobEventListener;
import com.dangdang.ddframe.job.event.JobEventListenerConfigurationException;
import java.io.Serializable;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Writes the events of a job to the tables {@code JOB_EXECUTION_LOG} and {@code JOB_STATUS_TRACE_LOG}. */
public final class JobEventRdbConfiguration extends JobEventRdbIdentity implements JobEventConfiguration, Serializable {

    private static final long serialVersionUID = 1L;

    private final transient DataSource dataSource;

    public JobEventRdbConfiguration(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Override
    public JobEventListener createJobEventListener() throws JobEventListenerConfigurationException {
        try {
            return new JobEventRdbListener(dataSource);
        } catch (SQLException | RuntimeException unusable) {
            throw new JobEventListenerConfigurationException(unusable);
        }
    }

    public DataSource getDataSource() {
        return dataSource;
    }
}
