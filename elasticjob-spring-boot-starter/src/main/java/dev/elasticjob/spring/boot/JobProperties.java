package dev.elasticjob.spring.boot;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Properties of a job. The settings of its configuration are in the superclass, which is generated from the table of settings and has
 * the defaults of {@code JobConfiguration}'s builder.
 */
public class JobProperties extends JobSettingProperties {

    /** Class of the bean whose code runs. Cannot be combined with elastic-job-type. */
    private Class<?> elasticJobClass;

    /** Type of a job that consists of configuration only, such as SCRIPT or HTTP. Cannot be combined with elastic-job-class. */
    private String elasticJobType = "";

    /** Name of the bootstrap bean. Default is the job's name with the suffix OneOffJobBootstrap or ScheduleJobBootstrap. */
    private String jobBootstrapBeanName = "";

    /** Alias of job-executor-thread-pool-size-provider-type. */
    private String jobExecutorServiceHandlerType = "";

    /** Properties of the job, of its kind and of its error handler; may be nested. */
    private Map<String, String> props = new LinkedHashMap<>();

    public Class<?> getElasticJobClass() {
        return elasticJobClass;
    }

    public void setElasticJobClass(Class<?> elasticJobClass) {
        this.elasticJobClass = elasticJobClass;
    }

    public String getElasticJobType() {
        return elasticJobType;
    }

    public void setElasticJobType(String elasticJobType) {
        this.elasticJobType = elasticJobType;
    }

    public String getJobBootstrapBeanName() {
        return jobBootstrapBeanName;
    }

    public void setJobBootstrapBeanName(String jobBootstrapBeanName) {
        this.jobBootstrapBeanName = jobBootstrapBeanName;
    }

    public String getJobExecutorServiceHandlerType() {
        return jobExecutorServiceHandlerType;
    }

    public void setJobExecutorServiceHandlerType(String jobExecutorServiceHandlerType) {
        this.jobExecutorServiceHandlerType = jobExecutorServiceHandlerType;
    }

    public Map<String, String> getProps() {
        return props;
    }

    public void setProps(Map<String, String> props) {
        this.props = props;
    }
}
