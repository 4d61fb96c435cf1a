package dev.elasticjob.spring.boot;

import java.util.stream.Collectors;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Names the properties below {@code elasticjob.} that are not known, where they are set, and what to do about them. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class UnknownPropertyFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
        UnboundConfigurationPropertiesException unknown =
                findCause(cause, UnboundConfigurationPropertiesException.class);
        if (unknown == null || !cause.getName().toString().equals(ElasticJobProperties.PREFIX)) {
            return null;
        }
        String names = unknown.getUnboundProperties().stream()
                .map(each -> "    " + each.getName() + origin(each))
                .collect(Collectors.joining("\n"));
        return new FailureAnalysis(
                "These properties are not known to ElasticJob, so the application was not started:\n\n" + names,
                "Correct a misspelt name, and remove a setting that no longer exists. A key that belongs to the"
                        + " application or another library: rename it so that it is not below 'elasticjob.', or list it"
                        + " in " + ForeignKeys.PROPERTY + ", without the prefix; a listed key stands for all keys"
                        + " below it.",
                cause);
    }

    private static String origin(ConfigurationProperty property) {
        return property.getOrigin() == null ? "" : " (" + property.getOrigin() + ")";
    }
}
