package dev.elasticjob.type.script;

import dev.elasticjob.api.ConfigurationProblem;
import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ScriptJobProperties;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.config.ConfigurationSecrets;
import dev.elasticjob.executor.JobRuntimeService;
import dev.elasticjob.executor.TypedJobItemExecutor;
import dev.elasticjob.type.JobItemFailedException;
import dev.elasticjob.type.ShardingContextJson;
import dev.elasticjob.type.VisibleText;
import dev.elasticjob.type.WrongSetting;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Job executor of type {@code SCRIPT}: starts the command line of the job, see {@link CommandLine}, with the context as JSON as its last
 * argument, if the {@link ScriptPolicy} of this worker permits it. Its output is logged line by line. The item is successful if the
 * script ends with exit code 0, and fails otherwise. Processes that the script left running in the background are reported and not ended.
 * An interrupt ends the script and all processes that it started.
 */
public final class ScriptJobExecutor implements TypedJobItemExecutor {

    /** Time for cleanup that a script gets after SIGTERM. */
    static final Duration GRACE = Duration.ofSeconds(5);

    private final Supplier<ScriptPolicy> policy;
    private final Duration grace;
    private final Logger log;

    public ScriptJobExecutor() {
        this(ScriptPolicy::ofThisWorker, GRACE, LoggerFactory.getLogger(ScriptJobExecutor.class));
    }

    ScriptJobExecutor(Supplier<ScriptPolicy> policy, Duration grace, Logger log) {
        this.policy = policy;
        this.grace = grace;
        this.log = log;
    }

    @Override
    public String getType() {
        return "SCRIPT";
    }

    @Override
    public List<ConfigurationProblem> problems(JobConfiguration jobConfig) {
        return WrongSetting.foundBy(() -> policy.get().permit(jobConfig.getJobName(), command(jobConfig)));
    }

    @Override
    public void process(
            ElasticJob none, JobConfiguration jobConfig, JobRuntimeService runtime, ShardingContext shardingContext)
            throws IOException, InterruptedException {
        List<String> command = policy.get().permit(jobConfig.getJobName(), command(jobConfig));
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        ScriptOutput output = new ScriptOutput(line -> log.info(
                "Job '{}', item {}: {}", shardingContext.getJobName(), shardingContext.getShardingItem(), line));
        ScriptProcess script = start(command, shardingContext, output);
        int code = script.await();
        if (code != 0) {
            throw new JobItemFailedException(
                    shardingContext,
                    "the script " + VisibleText.of(command.get(0)) + " ended with exit code " + code + output.tail());
        }
    }

    private ScriptProcess start(List<String> command, ShardingContext context, ScriptOutput output) {
        List<String> arguments = new ArrayList<>(command);
        arguments.add(ShardingContextJson.of(context));
        try {
            return ScriptProcess.start(arguments, output, grace, context, log);
        } catch (IOException failed) {
            throw new JobItemFailedException(
                    context,
                    "the script " + VisibleText.of(command.get(0)) + " could not be started: "
                            + failed.getMessage() + ". Check " + ScriptJobProperties.SCRIPT_KEY
                            + ", and that the file is on this machine and may be executed",
                    failed);
        }
    }

    private static List<String> command(JobConfiguration jobConfig) {
        String key = ScriptJobProperties.SCRIPT_KEY;
        String text = jobConfig.getProps().getProperty(key, "");
        List<String> command;
        try {
            command = CommandLine.split(text);
        } catch (IllegalArgumentException malformed) {
            throw WrongSetting.of(
                    jobConfig.getJobName(),
                    key,
                    ConfigurationSecrets.mask(key, text),
                    malformed.getMessage(),
                    "Quote what belongs together with '…' or \"…\"");
        }
        if (command.isEmpty() || command.get(0).isBlank()) {
            throw WrongSetting.of(
                    jobConfig.getJobName(),
                    key,
                    ConfigurationSecrets.mask(key, text),
                    "there is nothing to start",
                    "Set it to a command line, such as '/opt/jobs/report.sh --daily'");
        }
        return command;
    }
}
