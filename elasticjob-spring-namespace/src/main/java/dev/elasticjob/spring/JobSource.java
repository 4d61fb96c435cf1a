package dev.elasticjob.spring;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Where the settings of a job are written: properties, an annotation, XML. */
public interface JobSource {

    /** Called once, when the job's bootstrap is made. */
    JobRecipe recipe(ConfigurableListableBeanFactory beans);
}
