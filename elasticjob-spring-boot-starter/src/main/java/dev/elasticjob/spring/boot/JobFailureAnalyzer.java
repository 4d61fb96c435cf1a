package dev.elasticjob.spring.boot;

import dev.elasticjob.api.ConfigurationProblem;
import dev.elasticjob.api.JobConfigurationException;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/** Reports which settings of a job prevented the application from starting, with their property names if they are properties. */
final class JobFailureAnalyzer extends AbstractFailureAnalyzer<JobConfigurationException> {

    private final Environment environment;

    JobFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, JobConfigurationException cause) {
        List<ConfigurationProblem> problems = cause.problems();
        return new FailureAnalysis(
                problems.stream().map(this::describe).collect(Collectors.joining("\n")),
                problems.stream().map(each -> each.remedy() + ".").distinct().collect(Collectors.joining("\n")),
                cause);
    }

    private String describe(ConfigurationProblem problem) {
        boolean isProperty = Binder.get(environment)
                .bind("elasticjob.jobs", Bindable.mapOf(String.class, Object.class))
                .map(jobs -> jobs.containsKey(problem.jobName()))
                .orElse(false);
        String where = isProperty
                ? "The property '" + PropertyNames.ofJob(problem.jobName(), problem.setting()) + "'"
                : "The setting " + problem.setting() + " of job '" + problem.jobName() + "'";
        return where + " is '" + problem.value() + "': " + problem.reason() + ".";
    }
}
