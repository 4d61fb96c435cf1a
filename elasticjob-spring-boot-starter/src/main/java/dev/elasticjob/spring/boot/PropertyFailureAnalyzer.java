package dev.elasticjob.spring.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Tells which property kept the application from starting. */
final class PropertyFailureAnalyzer extends AbstractFailureAnalyzer<ElasticJobPropertyException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, ElasticJobPropertyException cause) {
        return new FailureAnalysis(
                "The property '" + cause.property() + "' cannot be used: " + cause.reason() + ".",
                cause.remedy() + ".",
                cause);
    }
}
