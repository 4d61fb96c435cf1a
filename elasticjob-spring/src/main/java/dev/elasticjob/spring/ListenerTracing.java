package dev.elasticjob.spring;

import dev.elasticjob.tracing.TracingListener;
import dev.elasticjob.tracing.TracingListenerFactory;

/** Passes events of jobs to a listener that is a bean. The context closes it, not the last job that leaves. */
public final class ListenerTracing implements TracingListenerFactory<TracingListener> {

    static final String TYPE = "LISTENER";

    @Override
    public Class<TracingListener> storageType() {
        return TracingListener.class;
    }

    @Override
    public TracingListener create(TracingListener bean) {
        return bean::onEvent;
    }

    @Override
    public String getType() {
        return TYPE;
    }
}
