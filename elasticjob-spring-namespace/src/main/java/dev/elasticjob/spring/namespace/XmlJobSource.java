package dev.elasticjob.spring.namespace;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.spring.JobRecipe;
import dev.elasticjob.spring.JobSource;
import dev.elasticjob.tracing.TracingConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.function.Consumer;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Definition of a job in XML. Missing attributes have the builder's defaults. */
public final class XmlJobSource implements JobSource {

    private final List<Consumer<JobConfiguration.Builder>> settings = new ArrayList<>();
    private String jobName = "";
    private String jobBean = "";
    private String jobType = "";
    private String registryCenter = "";

    @Override
    public JobRecipe recipe(ConfigurableListableBeanFactory beans) {
        JobConfiguration.Builder builder = JobConfiguration.newBuilder(jobName, 0);
        settings.forEach(each -> each.accept(builder));
        return new JobRecipe(builder.build(), jobBean, jobType, registryCenter);
    }

    public void setJobName(String jobName) {
        this.jobName = jobName;
    }

    public void setJobBean(String jobBean) {
        this.jobBean = jobBean;
    }

    public void setJobType(String jobType) {
        this.jobType = jobType;
    }

    public void setRegistryCenter(String registryCenter) {
        this.registryCenter = registryCenter;
    }

    public void setShardingTotalCount(int shardingTotalCount) {
        settings.add(builder -> builder.shardingTotalCount(shardingTotalCount));
    }

    public void setCron(String cron) {
        settings.add(builder -> builder.cron(cron));
    }

    public void setTimeZone(String timeZone) {
        settings.add(builder -> builder.timeZone(timeZone));
    }

    public void setShardingItemParameters(String shardingItemParameters) {
        settings.add(builder -> builder.shardingItemParameters(shardingItemParameters));
    }

    public void setJobParameter(String jobParameter) {
        settings.add(builder -> builder.jobParameter(jobParameter));
    }

    public void setMonitorExecution(boolean monitorExecution) {
        settings.add(builder -> builder.monitorExecution(monitorExecution));
    }

    public void setFailover(boolean failover) {
        settings.add(builder -> builder.failover(failover));
    }

    public void setMisfire(boolean misfire) {
        settings.add(builder -> builder.misfire(misfire));
    }

    public void setMaxTimeDiffSeconds(int maxTimeDiffSeconds) {
        settings.add(builder -> builder.maxTimeDiffSeconds(maxTimeDiffSeconds));
    }

    public void setReconcileIntervalMinutes(int reconcileIntervalMinutes) {
        settings.add(builder -> builder.reconcileIntervalMinutes(reconcileIntervalMinutes));
    }

    public void setJobShardingStrategyType(String jobShardingStrategyType) {
        settings.add(builder -> builder.jobShardingStrategyType(jobShardingStrategyType));
    }

    public void setJobExecutorThreadPoolSizeProviderType(String jobExecutorThreadPoolSizeProviderType) {
        settings.add(builder -> builder.jobExecutorThreadPoolSizeProviderType(jobExecutorThreadPoolSizeProviderType));
    }

    public void setJobErrorHandlerType(String jobErrorHandlerType) {
        settings.add(builder -> builder.jobErrorHandlerType(jobErrorHandlerType));
    }

    public void setJobListenerTypes(String[] jobListenerTypes) {
        settings.add(builder -> builder.jobListenerTypes(jobListenerTypes));
    }

    public void setDescription(String description) {
        settings.add(builder -> builder.description(description));
    }

    public void setProps(Properties props) {
        settings.add(builder ->
                props.stringPropertyNames().forEach(key -> builder.setProperty(key, props.getProperty(key))));
    }

    public void setDisabled(boolean disabled) {
        settings.add(builder -> builder.disabled(disabled));
    }

    public void setOverwrite(boolean overwrite) {
        settings.add(builder -> builder.overwrite(overwrite));
    }

    public void setLabel(String label) {
        settings.add(builder -> builder.label(label));
    }

    public void setStaticSharding(boolean staticSharding) {
        settings.add(builder -> builder.staticSharding(staticSharding));
    }

    public void setTracing(TracingConfiguration<?> tracing) {
        settings.add(builder -> builder.addExtraConfigurations(tracing));
    }
}
