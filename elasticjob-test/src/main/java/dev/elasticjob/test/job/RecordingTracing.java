package dev.elasticjob.test.job;

import dev.elasticjob.tracing.TracingListener;
import dev.elasticjob.tracing.TracingListenerFactory;

/** {@code JOB_CLUSTER}: reports the events of an instance to its {@link JobCluster}. */
public final class RecordingTracing implements TracingListenerFactory<Recording.OfInstance> {

    static final String TYPE = "JOB_CLUSTER";

    @Override
    public Class<Recording.OfInstance> storageType() {
        return Recording.OfInstance.class;
    }

    @Override
    public TracingListener create(Recording.OfInstance recording) {
        return event -> recording.all().add(recording.instance(), event);
    }

    @Override
    public String getType() {
        return TYPE;
    }
}
