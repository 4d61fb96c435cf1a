package com.acme.jobs.starter;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.stereotype.Component;

/** Schedules a bean. */
@Component
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface AcmeJob {

    String name();

    String cron();

    int shards() default 1;

    String itemParameters() default "";

    String jobParameter() default "";

    String jobExecutorServiceHandlerType() default "";
}
