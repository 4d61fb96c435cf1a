package com.dangdang.ddframe.job.lite.spring.job.handler;

import com.dangdang.ddframe.job.api.JobType;
import dev.elasticjob.lite2x.spring.JobParser;
import org.springframework.beans.factory.xml.NamespaceHandlerSupport;

/** The elements {@code job:simple}, {@code job:dataflow} and {@code job:script}. */
public final class JobNamespaceHandler extends NamespaceHandlerSupport {

    @Override
    public void init() {
        registerBeanDefinitionParser("simple", new JobParser(JobType.SIMPLE));
        registerBeanDefinitionParser("dataflow", new JobParser(JobType.DATAFLOW));
        registerBeanDefinitionParser("script", new JobParser(JobType.SCRIPT));
    }
}
