package dev.elasticjob.benchmarks.inner;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.config.JobConfigurationCodec;
import dev.elasticjob.engine.context.ConfigText;

/** Encodes configurations in the format of the registry, without encrypting secrets. */
final class PlainConfigText implements ConfigText {

    @Override
    public JobConfiguration read(String path, String text) {
        return JobConfigurationCodec.decode(path, text).configuration();
    }

    @Override
    public String write(JobConfiguration configuration) {
        return JobConfigurationCodec.encode(configuration);
    }

    @Override
    public String rewrite(String path, String text, JobConfiguration configuration) {
        return write(configuration);
    }
}
