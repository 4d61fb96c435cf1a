package dev.elasticjob.api;

import java.util.List;
import java.util.stream.Collectors;

/** Thrown for settings with which no job should be started. */
public final class JobConfigurationException extends IllegalArgumentException {

    private final transient List<ConfigurationProblem> problems;

    public JobConfigurationException(List<ConfigurationProblem> problems) {
        super(problems.stream().map(ConfigurationProblem::message).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    public List<ConfigurationProblem> problems() {
        return problems;
    }
}
