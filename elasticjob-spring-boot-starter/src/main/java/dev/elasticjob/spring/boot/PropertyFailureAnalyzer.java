package dev.elasticjob.spring.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports which property prevented the application from starting. */
final class PropertyFailureAnalyzer extends AbstractFailureAnalyzer<ElasticJobPropertyException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, ElasticJobPropertyException cause) {
        return new FailureAnalysis(
                "The property '" + cause.property() + "' cannot be used: " + cause.reason() + ".",
                cause.remedy() + ".",
                cause);
    }
}
