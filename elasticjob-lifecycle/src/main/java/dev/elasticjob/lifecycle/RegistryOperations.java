package dev.elasticjob.lifecycle;

import dev.elasticjob.lifecycle.api.JobConfigurationAPI;
import dev.elasticjob.lifecycle.api.JobOperateAPI;
import dev.elasticjob.lifecycle.api.JobStatisticsAPI;
import dev.elasticjob.lifecycle.api.ServerStatisticsAPI;
import dev.elasticjob.lifecycle.api.ShardingOperateAPI;
import dev.elasticjob.lifecycle.api.ShardingStatisticsAPI;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.RegistryCenters;
import dev.elasticjob.registry.RegistrySession;
import java.time.Duration;
import java.time.InstantSource;

/**
 * All operations on the jobs of one namespace, over one session. Objects for different registries are independent of each
 * other. Calls block until the registry responds or the deadline passes, and may come from any thread.
 */
public final class RegistryOperations implements AutoCloseable {

    private final RegistryAccess registry;
    private final JobViews jobs;

    private RegistryOperations(RegistryAccess registry) {
        this.registry = registry;
        this.jobs = new JobViews(registry, InstantSource.system());
    }

    /**
     * Connects to a registry with a provider found by {@link java.util.ServiceLoader}.
     *
     * @param connectString {@code host1:2181,host2:2181}, prefixed with the kind of registry if several providers are
     *     available: {@code zookeeper://host1:2181}
     * @param digest credentials {@code user:password}; null or empty for none
     * @throws dev.elasticjob.registry.RegistryException if the registry cannot be reached
     */
    public static RegistryOperations connect(String connectString, String namespace, String digest) {
        return connect(connectString, namespace, digest, RegistryAccess.DEFAULT_LIMIT);
    }

    /**
     * Connects to a registry as {@link #connect(String, String, String)} does.
     *
     * @param limit deadline of each request to the registry
     * @throws dev.elasticjob.registry.RegistryException if the registry cannot be reached
     */
    public static RegistryOperations connect(String connectString, String namespace, String digest, Duration limit) {
        return new RegistryOperations(RegistryAccess.owning(
                RegistryCenters.create(connectString, namespace, digest == null ? "" : digest), limit));
    }

    /** Opens a new session on a center that the caller owns and closes. */
    public static RegistryOperations on(CoordinatorRegistryCenter center) {
        return new RegistryOperations(RegistryAccess.on(center));
    }

    /** Uses a session that the caller owns and closes. */
    public static RegistryOperations in(RegistrySession session) {
        return new RegistryOperations(RegistryAccess.in(session));
    }

    /** Returns the views of the jobs. */
    public JobViews jobs() {
        return jobs;
    }

    public JobConfigurationAPI jobConfiguration() {
        return new ConfigurationOperations(registry, () -> {});
    }

    public JobOperateAPI jobOperate() {
        return jobOperate(() -> {});
    }

    public ShardingOperateAPI shardingOperate() {
        return new ItemOperations(registry, () -> {});
    }

    public JobStatisticsAPI jobStatistics() {
        return statistics(() -> {});
    }

    public ServerStatisticsAPI serverStatistics() {
        return statistics(() -> {});
    }

    public ShardingStatisticsAPI shardingStatistics() {
        return statistics(() -> {});
    }

    /**
     * Makes one round trip to the registry.
     *
     * @throws dev.elasticjob.registry.RegistryException when it does not respond before the deadline
     */
    public void ping() {
        registry.read(ReadRequest.of("/").synced());
    }

    JobConfigurationAPI jobConfiguration(Runnable onClose) {
        return new ConfigurationOperations(registry, onClose);
    }

    JobOperateAPI jobOperate(Runnable onClose) {
        return new JobOperations(registry, new DumpClient(), onClose);
    }

    ShardingOperateAPI shardingOperate(Runnable onClose) {
        return new ItemOperations(registry, onClose);
    }

    Statistics statistics(Runnable onClose) {
        return new Statistics(registry, jobs, onClose);
    }

    /** Returns a description of the registry for messages. It contains no secrets. */
    public String describe() {
        return registry.describe();
    }

    /** Closes the session and the connection if this object opened them. */
    @Override
    public void close() {
        registry.close();
    }

    @Override
    public String toString() {
        return "operations on " + describe();
    }
}
