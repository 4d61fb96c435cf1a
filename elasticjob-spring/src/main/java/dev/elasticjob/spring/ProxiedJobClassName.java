package dev.elasticjob.spring;

import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.executor.JobClassNameProvider;
import java.util.Optional;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ClassUtils;

/** Determines the class behind a Spring proxy. */
public final class ProxiedJobClassName implements JobClassNameProvider {

    @Override
    public Optional<String> getJobClassName(ElasticJob elasticJob) {
        if (!AopUtils.isAopProxy(elasticJob)) {
            return Optional.empty();
        }
        return Optional.of(ClassUtils.getUserClass(AopProxyUtils.ultimateTargetClass(elasticJob))
                .getName());
    }
}
