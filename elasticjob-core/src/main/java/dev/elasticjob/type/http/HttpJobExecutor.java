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
 * Job executor of type {@code HTTP}: sends one request per item, with the context as JSON in the header {@code shardingContext}. The item
 * is successful if the server responds completely and in time with a status of 200 to 299; otherwise it fails. {@link Redirects}
 * describes which redirects are followed. Credentials in the address are sent as basic authorization and are never displayed. An
 * interrupt closes the connection.
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
