package dev.elasticjob.engine;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.OnStubborn;
import dev.elasticjob.api.Retry;
import dev.elasticjob.engine.context.ConfigText;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** A configuration as the simulator writes it: one short line, read once for each text. */
final class SimConfig implements ConfigText {

    private final Map<String, JobConfiguration> known = new HashMap<>();

    static JobConfiguration config(
            String cron, int total, boolean failover, boolean misfire, boolean monitor, boolean fixed) {
        return JobConfiguration.newBuilder("job", total)
                .cron(cron)
                .timeZone("UTC")
                .failover(failover)
                .misfire(misfire)
                .monitorExecution(monitor)
                .staticSharding(fixed)
                .buildUnchecked();
    }

    @Override
    public JobConfiguration read(String path, String text) {
        return known.computeIfAbsent(text, each -> {
            String[] parts = each.split("\\|");
            if (parts.length != 12) {
                throw new IllegalArgumentException("broken");
            }
            return config(
                            parts[0],
                            Integer.parseInt(parts[1]),
                            Boolean.parseBoolean(parts[2]),
                            Boolean.parseBoolean(parts[3]),
                            Boolean.parseBoolean(parts[4]),
                            Boolean.parseBoolean(parts[5]))
                    .toBuilder()
                    .jobShardingStrategyType(parts[6])
                    .timeZone(parts[7])
                    .timeout(Duration.ofMillis(Long.parseLong(parts[8])))
                    .killGrace(Duration.ofMillis(Long.parseLong(parts[9])))
                    .onStubborn(OnStubborn.valueOf(parts[10]))
                    .retry(Retry.parse(parts[11]))
                    .buildUnchecked();
        });
    }

    @Override
    public String write(JobConfiguration config) {
        return String.join(
                "|",
                config.getCron(),
                Integer.toString(config.getShardingTotalCount()),
                Boolean.toString(config.isFailover()),
                Boolean.toString(config.isMisfire()),
                Boolean.toString(config.isMonitorExecution()),
                Boolean.toString(config.isStaticSharding()),
                config.getJobShardingStrategyType(),
                config.getTimeZone(),
                Long.toString(config.getTimeout().toMillis()),
                Long.toString(config.getKillGrace().toMillis()),
                config.getOnStubborn().name(),
                config.getRetry().toString());
    }

    @Override
    public String rewrite(String path, String text, JobConfiguration configuration) {
        return write(configuration);
    }
}
