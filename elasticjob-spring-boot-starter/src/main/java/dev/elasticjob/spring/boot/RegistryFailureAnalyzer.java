package dev.elasticjob.spring.boot;

import dev.elasticjob.registry.RegistryException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports the remedy if the registry is not available at start. */
final class RegistryFailureAnalyzer extends AbstractFailureAnalyzer<RegistryException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, RegistryException cause) {
        return new FailureAnalysis(
                "The registry of the jobs cannot be used: " + cause.getMessage(),
                "Check the property 'elasticjob.reg-center.server-lists' and that ZooKeeper, or the database, runs there. For"
                        + " development without it set 'elasticjob.development-registry' to in-memory.",
                cause);
    }
}
