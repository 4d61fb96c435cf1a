package com.dangdang.ddframe.job.lite.spring.reg.handler;

import dev.elasticjob.lite2x.spring.RegistryParser;
import org.springframework.beans.factory.xml.NamespaceHandlerSupport;

/** The element {@code reg:zookeeper}. */
public final class RegNamespaceHandler extends NamespaceHandlerSupport {

    @Override
    public void init() {
        registerBeanDefinitionParser("zookeeper", new RegistryParser());
    }
}
