package dev.elasticjob.scheduler;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.config.ConfigurationDrift;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * The configuration of a job that is in force, and the extensions that it names: the ones in the code until the job has joined,
 * then the ones in the registry.
 */
final class ActiveConfiguration {

    private final JobConfiguration inCode;
    private final Guard guard;
    private final Consumer<String> reports;
    private volatile JobConfiguration configuration;
    private volatile JobExtensions extensions;
    private boolean compared;

    /**
     * @param reports receives messages for operators
     * @throws IllegalArgumentException if an extension does not exist or rejects its properties
     */
    ActiveConfiguration(JobConfiguration inCode, Guard guard, Consumer<String> reports) {
        this.inCode = inCode;
        this.guard = guard;
        this.reports = reports;
        configuration = inCode;
        extensions = JobExtensions.of(inCode, guard);
    }

    JobConfiguration configuration() {
        return configuration;
    }

    JobExtensions extensions() {
        return extensions;
    }

    /**
     * Replaces the configuration by the one in the registry. Extensions are replaced only if the configuration names others.
     *
     * @param poolSize receives the number of items that run at a time, when it may have changed
     */
    void replace(JobConfiguration inRegistry, IntConsumer poolSize) {
        configuration = inRegistry;
        guard.run(OutgoingCall.EXTENSIONS, () -> {
            reportDrift(inRegistry);
            replaceExtensions(inRegistry, poolSize);
        });
    }

    private void reportDrift(JobConfiguration inRegistry) {
        if (compared) {
            return;
        }
        compared = true;
        List<ConfigurationDrift> drift = ConfigurationDrift.between(inCode, inRegistry);
        if (!drift.isEmpty() && !inCode.isOverwrite()) {
            reports.accept("The registry's configuration differs from the one in the code, and counts: " + drift
                    + ". Set overwrite to let the code's replace it at the next start");
        }
    }

    private void replaceExtensions(JobConfiguration inRegistry, IntConsumer poolSize) {
        JobExtensions before = extensions;
        if (before.fits(inRegistry)) {
            return;
        }
        try {
            extensions = JobExtensions.of(inRegistry, guard);
            poolSize.accept(extensions.poolSize());
            before.close();
        } catch (IllegalArgumentException unusable) {
            reports.accept("The edited configuration is used only in part: " + unusable.getMessage());
        }
    }

    void close() {
        extensions.close();
    }
}
