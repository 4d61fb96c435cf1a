package dev.elasticjob.type;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.RunSource;
import dev.elasticjob.api.ShardingContext;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Contexts and configurations of one job with item 1 of 3. */
public final class Contexts {

    private Contexts() {}

    public static ShardingContext context(String jobParameter, String itemParameter) {
        return context(jobParameter, itemParameter, () -> false);
    }

    public static ShardingContext context(String jobParameter, String itemParameter, BooleanSupplier cancelled) {
        return new ShardingContext(
                "report",
                "report@-@1@-@READY@-@10.0.0.1@-@99",
                3,
                jobParameter,
                1,
                itemParameter,
                new ShardingContext.Run(
                        RunSource.FAILOVER, Optional.of(Instant.parse("2026-03-01T10:15:30Z")), 2, 77, cancelled));
    }

    /** Creates a configuration from alternating keys and values. */
    public static JobConfiguration config(String... properties) {
        JobConfiguration.Builder builder = JobConfiguration.newBuilder("report", 3);
        for (int i = 0; i < properties.length; i += 2) {
            builder.setProperty(properties[i], properties[i + 1]);
        }
        return builder.build();
    }
}
