package dev.elasticjob.lite2x;

import com.dangdang.ddframe.job.api.ShardingContext;
import com.dangdang.ddframe.job.api.simple.SimpleJob;
import com.dangdang.ddframe.job.config.JobCoreConfiguration;
import com.dangdang.ddframe.job.config.simple.SimpleJobConfiguration;
import com.dangdang.ddframe.job.lite.config.LiteJobConfiguration;
import com.dangdang.ddframe.job.reg.zookeeper.ZookeeperConfiguration;
import com.dangdang.ddframe.job.reg.zookeeper.ZookeeperRegistryCenter;
import dev.elasticjob.registry.zookeeper.EmbeddedZookeeper;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** A ZooKeeper server, with a namespace for each test. */
abstract class OnZookeeper {

    static final String NEVER = "0 0 0 1 1 ? 2099";

    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private static final Map<String, AtomicInteger> RUNS = new ConcurrentHashMap<>();
    private static EmbeddedZookeeper server;

    final String namespace = "adapter-" + NAMESPACES.incrementAndGet();
    ZookeeperRegistryCenter center;

    @BeforeAll
    static void startServer() {
        server = EmbeddedZookeeper.startTemporary();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void connect() {
        RUNS.clear();
        center = new ZookeeperRegistryCenter(new ZookeeperConfiguration(servers(), namespace));
        center.init();
    }

    @AfterEach
    void disconnect() {
        center.close();
    }

    static String servers() {
        return server.connectString();
    }

    static ConditionFactory await(String what) {
        return Awaitility.await(what).atMost(Duration.ofSeconds(50)).pollInterval(Duration.ofMillis(20));
    }

    /** Counts its runs. */
    public static class Counting implements SimpleJob {
        @Override
        public void execute(ShardingContext context) {
            RUNS.computeIfAbsent(context.getJobName(), job -> new AtomicInteger())
                    .incrementAndGet();
        }
    }

    static int runs(String job) {
        return RUNS.getOrDefault(job, new AtomicInteger()).get();
    }

    static JobCoreConfiguration.Builder core(String name) {
        return JobCoreConfiguration.newBuilder(name, NEVER, 1);
    }

    static LiteJobConfiguration.Builder counting(JobCoreConfiguration.Builder core) {
        return LiteJobConfiguration.newBuilder(new SimpleJobConfiguration(core.build(), Counting.class.getName()));
    }
}
