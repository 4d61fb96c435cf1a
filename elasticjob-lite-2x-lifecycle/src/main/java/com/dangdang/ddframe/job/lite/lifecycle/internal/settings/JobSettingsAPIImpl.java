package com.dangdang.ddframe.job.lite.lifecycle.internal.settings;

import com.dangdang.ddframe.job.lite.lifecycle.api.JobSettingsAPI;
import com.dangdang.ddframe.job.lite.lifecycle.domain.JobSettings;
import com.dangdang.ddframe.job.reg.base.CoordinatorRegistryCenter;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.lifecycle.RegistryOperations;
import dev.elasticjob.lifecycle.domain.ConfigurationText;
import dev.elasticjob.lite2x.lifecycle.Operations;
import dev.elasticjob.lite2x.lifecycle.SettingsText;

/** Settings of jobs. */
public final class JobSettingsAPIImpl implements JobSettingsAPI {

    private final CoordinatorRegistryCenter regCenter;
    private final RegistryOperations operations;

    public JobSettingsAPIImpl(CoordinatorRegistryCenter regCenter) {
        this.regCenter = regCenter;
        operations = Operations.on(regCenter);
    }

    @Override
    public JobSettings getJobSettings(String jobName) {
        String text =
                operations.jobConfiguration().getConfigurationText(jobName).text();
        return SettingsText.read(jobName, text, regCenter.get(new JobTree(jobName).job()));
    }

    /**
     * Changes the settings. The format of the node, and entries that are not settings, are kept.
     *
     * @param jobSettings new settings
     * @throws IllegalArgumentException if the name, the cron expression or the total is missing
     */
    @Override
    public void updateJobSettings(JobSettings jobSettings) {
        check(jobSettings.getJobName() != null && !jobSettings.getJobName().isEmpty(), "jobName can not be empty.");
        check(jobSettings.getCron() != null && !jobSettings.getCron().isEmpty(), "cron can not be empty.");
        check(jobSettings.getShardingTotalCount() > 0, "shardingTotalCount should larger than zero.");
        ConfigurationText before = operations.jobConfiguration().getConfigurationText(jobSettings.getJobName());
        operations
                .jobConfiguration()
                .updateConfigurationText(new ConfigurationText(
                        before.jobName(), SettingsText.edit(before.text(), jobSettings), before.version()));
    }

    private static void check(boolean valid, String message) {
        if (!valid) {
            throw new IllegalArgumentException(message);
        }
    }

    @Override
    public void removeJobSettings(String jobName) {
        operations.jobConfiguration().removeJobConfiguration(jobName);
    }
}
