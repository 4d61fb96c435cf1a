package dev.elasticjob.type.http;

import dev.elasticjob.api.ConfigurationProblem;
import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.api.HttpJobProperties;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.executor.JobRuntimeService;
import dev.elasticjob.executor.TypedJobItemExecutor;
import dev.elasticjob.type.WrongSetting;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code HTTP}: sends one request for each item, with the context as JSON in the header {@code shardingContext}. The item is
 * done when the server has answered with a status of 200 to 299, to the end and in time; anything else fails it.
 * Redirects are followed as {@link Redirects} says. Credentials in the address are sent as basic authorization and shown
 * nowhere. Interrupted, it closes the connection.
 */
public final class HttpJobExecutor implements TypedJobItemExecutor {

    private static final Logger LOG = LoggerFactory.getLogger(HttpJobExecutor.class);

    private final HttpClients clients = new HttpClients();

    @Override
    public String getType() {
        return "HTTP";
    }

    @Override
    public List<ConfigurationProblem> problems(JobConfiguration jobConfig) {
        return WrongSetting.foundBy(() -> HttpCall.of(jobConfig));
    }

    @Override
    public void process(
            ElasticJob none, JobConfiguration jobConfig, JobRuntimeService runtime, ShardingContext shardingContext)
            throws InterruptedException {
        HttpCall call = HttpCall.of(jobConfig);
        if (call.ignoresData()) {
            LOG.warn(
                    "Job '{}': {} is not sent, since a {} request has no body. Set {} to POST, or remove it",
                    jobConfig.getJobName(),
                    HttpJobProperties.DATA_KEY,
                    call.method(),
                    HttpJobProperties.METHOD_KEY);
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Answer answer = new HttpRun(clients.connectingWithin(call.connectTimeout()), call, shardingContext).perform();
        LOG.debug(
                "Job '{}', item {}: {} answered with status {}: {}",
                shardingContext.getJobName(),
                shardingContext.getShardingItem(),
                call.target().shown(),
                answer.status(),
                answer.body());
    }
}
