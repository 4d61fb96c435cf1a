package dev.elasticjob.spring.namespace;

import org.springframework.beans.factory.xml.NamespaceHandlerSupport;

/** Handler of the XML namespace. */
public final class ElasticJobNamespaceHandler extends NamespaceHandlerSupport {

    @Override
    public void init() {
        registerBeanDefinitionParser("zookeeper", new ZookeeperParser());
        registerBeanDefinitionParser("job", new JobParser());
        registerBeanDefinitionParser("rdb-tracing", new RdbTracingParser());
        registerBeanDefinitionParser("snapshot", new SnapshotParser());
        registerBeanDefinitionParser("job-scanner", new JobScannerParser());
    }
}
