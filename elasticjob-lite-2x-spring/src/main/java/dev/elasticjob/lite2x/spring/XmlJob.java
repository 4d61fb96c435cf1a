package dev.elasticjob.lite2x.spring;

import com.dangdang.ddframe.job.api.ElasticJob;
import com.dangdang.ddframe.job.api.JobType;
import com.dangdang.ddframe.job.config.JobCoreConfiguration;
import com.dangdang.ddframe.job.config.JobTypeConfiguration;
import com.dangdang.ddframe.job.config.dataflow.DataflowJobConfiguration;
import com.dangdang.ddframe.job.config.script.ScriptJobConfiguration;
import com.dangdang.ddframe.job.config.simple.SimpleJobConfiguration;
import com.dangdang.ddframe.job.exception.JobConfigurationException;
import com.dangdang.ddframe.job.executor.handler.JobProperties.JobPropertiesEnum;
import com.dangdang.ddframe.job.lite.config.LiteJobConfiguration;
import com.dangdang.ddframe.job.lite.spring.job.util.AopTargetUtils;
import java.util.Map;

/** The configuration of a job that is defined in XML. */
public final class XmlJob {

    private final Map<String, String> attributes;

    private XmlJob(Map<String, String> attributes) {
        this.attributes = attributes;
    }

    /**
     * Creates the configuration. Called by Spring, after placeholders have been replaced.
     *
     * @param job bean that {@code job-ref} names, or null
     * @throws JobConfigurationException if an attribute is invalid
     */
    public static LiteJobConfiguration configuration(JobType type, Map<String, String> attributes, ElasticJob job) {
        String className = job == null
                ? attributes.getOrDefault("class", "")
                : AopTargetUtils.getTarget(job).getClass().getName();
        return new XmlJob(attributes).configuration(type, className);
    }

    private LiteJobConfiguration configuration(JobType type, String className) {
        return LiteJobConfiguration.newBuilder(typeConfiguration(type, className))
                .monitorExecution(flag("monitor-execution", true))
                .monitorPort(number("monitor-port", -1))
                .maxTimeDiffSeconds(number("max-time-diff-seconds", -1))
                .reconcileIntervalMinutes(number("reconcile-interval-minutes", 10))
                .jobShardingStrategyClass(text("job-sharding-strategy-class"))
                .disabled(flag("disabled", false))
                .overwrite(flag("overwrite", false))
                .build();
    }

    private JobTypeConfiguration typeConfiguration(JobType type, String className) {
        JobCoreConfiguration core = JobCoreConfiguration.newBuilder(
                        text("id"), text("cron"), number("sharding-total-count", 0))
                .shardingItemParameters(text("sharding-item-parameters"))
                .jobParameter(text("job-parameter"))
                .failover(flag("failover", false))
                .misfire(flag("misfire", true))
                .description(text("description"))
                .jobProperties(
                        JobPropertiesEnum.JOB_EXCEPTION_HANDLER.getKey(), attributes.get("job-exception-handler"))
                .jobProperties(
                        JobPropertiesEnum.EXECUTOR_SERVICE_HANDLER.getKey(), attributes.get("executor-service-handler"))
                .build();
        return switch (type) {
            case SIMPLE -> new SimpleJobConfiguration(core, className);
            case DATAFLOW -> new DataflowJobConfiguration(core, className, flag("streaming-process", false));
            case SCRIPT -> new ScriptJobConfiguration(core, text("script-command-line"));
        };
    }

    private String text(String attribute) {
        return attributes.getOrDefault(attribute, "");
    }

    private boolean flag(String attribute, boolean byDefault) {
        String value = text(attribute).strip();
        return switch (value) {
            case "" -> byDefault;
            case "true" -> true;
            case "false" -> false;
            default -> throw wrong(attribute, value, "true or false");
        };
    }

    private int number(String attribute, int byDefault) {
        String value = text(attribute).strip();
        try {
            return value.isEmpty() ? byDefault : Integer.parseInt(value);
        } catch (NumberFormatException malformed) {
            throw wrong(attribute, value, "a whole number");
        }
    }

    private JobConfigurationException wrong(String attribute, String value, String expected) {
        return new JobConfigurationException(
                "%s",
                "Job '" + text("id") + "': the attribute " + attribute + " is '" + value + "'. It must be " + expected
                        + ".");
    }
}
