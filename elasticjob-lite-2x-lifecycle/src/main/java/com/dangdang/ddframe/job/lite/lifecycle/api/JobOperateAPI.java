package com.dangdang.ddframe.job.lite.lifecycle.api;

import com.google.common.base.Optional;

/** Operations on jobs and servers. An absent job or server stands for all of them; one of both must be present. */
public interface JobOperateAPI {

    /** Requests a run of a job on all of its instances. */
    void trigger(Optional<String> jobName, Optional<String> serverIp);

    void disable(Optional<String> jobName, Optional<String> serverIp);

    void enable(Optional<String> jobName, Optional<String> serverIp);

    /** Makes instances leave until their process is started again. */
    void shutdown(Optional<String> jobName, Optional<String> serverIp);

    /** Deletes servers together with what was set for them. */
    void remove(Optional<String> jobName, Optional<String> serverIp);
}
