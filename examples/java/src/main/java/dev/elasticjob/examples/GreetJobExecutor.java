package dev.elasticjob.examples;

import dev.elasticjob.api.ConfigurationProblem;
import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.executor.JobRuntimeService;
import dev.elasticjob.executor.TypedJobItemExecutor;
import java.util.List;

/**
 * {@code GREET}: a kind of job that needs no code, only configuration. Listed in {@code
 * META-INF/services/dev.elasticjob.executor.TypedJobItemExecutor}.
 */
public final class GreetJobExecutor implements TypedJobItemExecutor {

    static final String WORD = "greet.word";

    @Override
    public String getType() {
        return "GREET";
    }

    @Override
    public List<ConfigurationProblem> problems(JobConfiguration configuration) {
        String word = configuration.getProps().getProperty(WORD, "");
        return word.isBlank()
                ? List.of(new ConfigurationProblem(
                        ConfigurationProblem.Severity.WRONG,
                        configuration.getJobName(),
                        WORD,
                        word,
                        "there is nothing to say",
                        "Set it to a word such as Hello"))
                : List.of();
    }

    @Override
    public void process(
            ElasticJob none, JobConfiguration configuration, JobRuntimeService runtime, ShardingContext context) {
        System.out.println(configuration.getProps().getProperty(WORD) + ", " + context.getShardingParameter());
    }
}
