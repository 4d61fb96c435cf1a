package dev.elasticjob.spring.boot;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Reports unknown properties below {@code elasticjob.} with their origin, similar names, and the remedy. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class UnknownPropertyFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

    private static final String JOBS = "jobs.";

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
        UnboundConfigurationPropertiesException unknown =
                findCause(cause, UnboundConfigurationPropertiesException.class);
        if (unknown == null || !cause.getName().toString().equals(ElasticJobProperties.PREFIX)) {
            return null;
        }
        List<String> remedies = new ArrayList<>();
        for (ConfigurationProperty each : unknown.getUnboundProperties()) {
            String name = each.getName().toString();
            suggestion(name)
                    .ifPresent(meant -> remedies.add("Did you mean '" + meant + "' instead of '" + name + "'?"));
        }
        remedies.add("Correct a misspelt name, and remove a setting that no longer exists; docs/spring.md and"
                + " docs/configuration.md list the names. A key that belongs to the application or another library: rename"
                + " it so that it is not below 'elasticjob.', or list it in " + ForeignKeys.PROPERTY
                + ", without the prefix; a listed key stands for all keys below it.");
        String names = unknown.getUnboundProperties().stream()
                .map(each -> "    '" + each.getName() + "'" + origin(each))
                .collect(Collectors.joining("\n"));
        return new FailureAnalysis(
                "These properties are not known to ElasticJob, so the application was not started:\n\n" + names,
                String.join("\n", remedies),
                cause);
    }

    private static String origin(ConfigurationProperty property) {
        return property.getOrigin() == null ? "" : " (" + property.getOrigin() + ")";
    }

    /** Returns the complete known name that is most similar to this one. */
    static Optional<String> suggestion(String name) {
        String below = name.substring(ElasticJobProperties.PREFIX.length() + 1);
        if (below.startsWith(JOBS)) {
            int end = below.startsWith("[", JOBS.length()) ? below.indexOf(']') + 1 : below.indexOf('.', JOBS.length());
            if (end <= JOBS.length() || end >= below.length()) {
                return Optional.empty();
            }
            String job = ElasticJobProperties.PREFIX + "." + below.substring(0, end) + ".";
            return Similar.to(below.substring(end + 1), namesOf(JobProperties.class, ""))
                    .map(job::concat);
        }
        return Similar.to(below, namesOf(ElasticJobProperties.class, ""))
                .map((ElasticJobProperties.PREFIX + ".")::concat);
    }

    private static TreeSet<String> namesOf(Class<?> properties, String prefix) {
        TreeSet<String> names = new TreeSet<>();
        for (var each : BeanUtils.getPropertyDescriptors(properties)) {
            Class<?> type = each.getPropertyType();
            String name = prefix + PropertyNames.kebab(each.getName());
            if (type != null && type.getEnclosingClass() == ElasticJobProperties.class) {
                names.addAll(namesOf(type, name + "."));
            } else if (each.getReadMethod() != null
                    && !each.getName().equals("class")
                    && (each.getWriteMethod() != null || Map.class.isAssignableFrom(type))) {
                names.add(name);
            }
        }
        return names;
    }
}
