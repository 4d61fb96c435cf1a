package dev.elasticjob.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Settings of a job, declared on its class. {@link JobConfiguration.Builder} documents their meaning. */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface ElasticJobConfiguration {

    String jobName();

    int shardingTotalCount();

    String cron() default "";

    String timeZone() default "";

    /** Name of the registry, for applications that use several; evaluated by the Spring modules. */
    String registryCenter() default "";

    String shardingItemParameters() default "";

    String jobParameter() default "";

    boolean monitorExecution() default true;

    boolean failover() default false;

    boolean misfire() default true;

    int maxTimeDiffSeconds() default -1;

    int reconcileIntervalMinutes() default 10;

    /** Duration as a text: {@code 30s}, {@code 1h30m}. */
    String timeout() default "0s";

    /** Duration as a text: {@code 30s}, {@code 1m30s}. */
    String killGrace() default "10s";

    OnStubborn onStubborn() default OnStubborn.HOLD;

    /** Text form of {@link Retry}: {@code exponential 5 10s 10m}. */
    String retry() default "none";

    String jobShardingStrategyType() default "";

    String jobExecutorThreadPoolSizeProviderType() default "";

    String jobErrorHandlerType() default "";

    String[] jobListenerTypes() default {};

    Class<? extends JobExtraConfigurationFactory>[] extraConfigurations() default {};

    String description() default "";

    ElasticJobProp[] props() default {};

    boolean disabled() default false;

    boolean overwrite() default false;

    String label() default "";

    boolean staticSharding() default false;
}
