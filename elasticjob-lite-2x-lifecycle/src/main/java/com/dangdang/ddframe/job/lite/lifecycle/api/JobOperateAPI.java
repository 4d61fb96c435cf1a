package com.dangdang.ddframe.job.lite.lifecycle.api;

import com.google.common.base.Optional;

/** Operations on jobs and servers. If the job or the server is empty, all of them are affected; one of both must be present. */
public interface JobOperateAPI {

    /** Requests a run of a job on all of its instances. */
    void trigger(Optional<String> jobName, Optional<String> serverIp);

    void disable(Optional<String> jobName, Optional<String> serverIp);

    void enable(Optional<String> jobName, Optional<String> serverIp);

    /** Makes instances leave the job until their process is restarted. */
    void shutdown(Optional<String> jobName, Optional<String> serverIp);

    /** Deletes servers and their settings. */
    void remove(Optional<String> jobName, Optional<String> serverIp);
}
