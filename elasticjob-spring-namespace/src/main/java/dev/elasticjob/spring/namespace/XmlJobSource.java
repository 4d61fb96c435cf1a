package dev.elasticjob.spring.namespace;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.JobSetting;
import dev.elasticjob.spring.JobRecipe;
import dev.elasticjob.spring.JobSource;
import dev.elasticjob.tracing.TracingConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

    /** Sets the texts of settings by the names of the settings. */
    public void setSettings(Map<String, String> texts) {
        texts.forEach((name, text) ->
                settings.add(builder -> builder.setText(JobSetting.named(name).orElseThrow(), text)));
    }

    public void setProps(Properties props) {
        settings.add(builder ->
                props.stringPropertyNames().forEach(key -> builder.setProperty(key, props.getProperty(key))));
    }

    public void setTracing(TracingConfiguration<?> tracing) {
        settings.add(builder -> builder.addExtraConfigurations(tracing));
    }
}
