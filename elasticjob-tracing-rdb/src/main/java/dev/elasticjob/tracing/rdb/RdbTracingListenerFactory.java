package dev.elasticjob.tracing.rdb;

import dev.elasticjob.tracing.TracingListener;
import dev.elasticjob.tracing.TracingListenerFactory;
import java.util.Map;
import javax.sql.DataSource;

/**
 * Tracing listener of type {@code RDB}: stores history in the tables JOB_EXECUTION_LOG and JOB_STATUS_TRACE_LOG of a relational database.
 */
public final class RdbTracingListenerFactory implements TracingListenerFactory<DataSource> {

    public static final String TYPE = "RDB";

    @Override
    public Class<DataSource> storageType() {
        return DataSource.class;
    }

    @Override
    public TracingListener create(DataSource storage) {
        return create(storage, Map.of());
    }

    @Override
    public TracingListener create(DataSource storage, Map<String, String> settings) {
        return HistoryWriter.start(storage, RdbTracingSettings.of(settings));
    }

    @Override
    public String getType() {
        return TYPE;
    }
}
