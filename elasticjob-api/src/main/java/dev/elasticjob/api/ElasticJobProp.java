package dev.elasticjob.api;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Property of a job in {@link ElasticJobConfiguration#props()}. */
@Target({})
@Retention(RetentionPolicy.RUNTIME)
public @interface ElasticJobProp {

    String key();

    String value() default "";
}
