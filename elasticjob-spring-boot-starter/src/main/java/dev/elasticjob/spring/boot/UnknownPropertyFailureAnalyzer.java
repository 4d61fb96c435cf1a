package dev.elasticjob.spring.boot;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Names the properties below {@code elasticjob} that are not known, with the names that were probably meant. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class UnknownPropertyFailureAnalyzer extends AbstractFailureAnalyzer<UnboundConfigurationPropertiesException> {

    private static final String JOBS = "jobs.";

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnboundConfigurationPropertiesException cause) {
        List<String> problems = new ArrayList<>();
        List<String> suggestions = new ArrayList<>();
        for (ConfigurationProperty each : cause.getUnboundProperties()) {
            String name = each.getName().toString();
            if (!name.startsWith(ElasticJobProperties.PREFIX + ".")) {
                return null;
            }
            problems.add("The property '" + name + "' is not known"
                    + (each.getOrigin() == null ? "" : " (" + each.getOrigin() + ")") + ".");
            suggestion(name)
                    .ifPresent(meant -> suggestions.add("Did you mean '" + meant + "' instead of '" + name + "'?"));
        }
        suggestions.add("Correct the name or remove the property; the names are those that docs/spring.md and"
                + " docs/configuration.md list.");
        return new FailureAnalysis(String.join("\n", problems), String.join("\n", suggestions), cause);
    }

    /** The known name next to this one, in full. */
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
