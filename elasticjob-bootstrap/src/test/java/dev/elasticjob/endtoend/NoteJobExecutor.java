package dev.elasticjob.endtoend;

import dev.elasticjob.api.ConfigurationProblem;
import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.executor.JobRuntimeService;
import dev.elasticjob.executor.TypedJobItemExecutor;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Custom kind of job with the type {@code NOTE}. */
public final class NoteJobExecutor implements TypedJobItemExecutor {

    static final List<String> NOTES = new CopyOnWriteArrayList<>();

    @Override
    public String getType() {
        return "NOTE";
    }

    @Override
    public List<ConfigurationProblem> problems(JobConfiguration jobConfig) {
        return jobConfig.getProps().containsKey("note.text")
                ? List.of()
                : List.of(new ConfigurationProblem(
                        ConfigurationProblem.Severity.WRONG,
                        jobConfig.getJobName(),
                        "note.text",
                        "",
                        "it is missing",
                        "Set it to what should be noted"));
    }

    @Override
    public void process(
            ElasticJob none, JobConfiguration jobConfig, JobRuntimeService runtime, ShardingContext context) {
        NOTES.add(jobConfig.getProps().getProperty("note.text") + " " + context.getShardingItem());
    }
}
