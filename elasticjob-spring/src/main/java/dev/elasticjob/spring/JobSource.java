package dev.elasticjob.spring;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Source of the definition of a job: properties, an annotation, or XML. */
public interface JobSource {

    /** Returns the definition. Called once, when the job's bootstrap is created. */
    JobRecipe recipe(ConfigurableListableBeanFactory beans);
}
