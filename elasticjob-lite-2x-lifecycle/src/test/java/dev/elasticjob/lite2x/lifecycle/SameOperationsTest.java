package dev.elasticjob.lite2x.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.dangdang.ddframe.job.api.ShardingContext;
import com.dangdang.ddframe.job.api.simple.SimpleJob;
import com.dangdang.ddframe.job.config.JobCoreConfiguration;
import com.dangdang.ddframe.job.config.simple.SimpleJobConfiguration;
import com.dangdang.ddframe.job.lite.api.JobScheduler;
import com.dangdang.ddframe.job.lite.config.LiteJobConfiguration;
import com.dangdang.ddframe.job.reg.zookeeper.ZookeeperConfiguration;
import com.dangdang.ddframe.job.reg.zookeeper.ZookeeperRegistryCenter;
import dev.elasticjob.childprocess.ChildProcess;
import dev.elasticjob.registry.zookeeper.EmbeddedZookeeper;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests that the operations APIs of 2.1.5 and of the adapter have the same results for a job that this engine runs. */
class SameOperationsTest {

    private static final String PROGRAM = "dev.elasticjob.lite2x.lifecycle.program.Operator";
    private static final Path SOURCE = Path.of("src/test/java", PROGRAM.replace('.', '/') + ".java");
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(55);
    private static final Map<String, String> RAN = new ConcurrentHashMap<>();

    private static EmbeddedZookeeper server;

    @BeforeAll
    static void start() {
        server = EmbeddedZookeeper.startTemporary();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Records its items, with the job's parameter as the name of the test. */
    public static class Recording implements SimpleJob {
        @Override
        public void execute(ShardingContext context) {
            RAN.merge(
                    context.getJobParameter(),
                    context.getShardingItem() + "=" + context.getShardingParameter() + " ",
                    (one, other) -> one + other);
        }
    }

    @Test
    void the_client_of_2x_and_the_adapter_operate_on_a_job_the_same_way() throws Exception {
        List<String> original = operate("client-2x", classPathOf2x());
        List<String> adapter = operate("client-adapter", System.getProperty("java.class.path"));

        assertThat(original).hasSize(13).last().isEqualTo("jobs 0");
        assertThat(adapter).isEqualTo(original);
    }

    private static List<String> operate(String namespace, String classPath) throws Exception {
        ZookeeperRegistryCenter center =
                new ZookeeperRegistryCenter(new ZookeeperConfiguration(server.connectString(), namespace));
        center.init();
        new JobScheduler(
                        center,
                        LiteJobConfiguration.newBuilder(new SimpleJobConfiguration(
                                        JobCoreConfiguration.newBuilder("operated", "0 0 0 1 1 ? 2099", 1)
                                                .jobParameter(namespace)
                                                .description("to be operated on")
                                                .build(),
                                        Recording.class.getName()))
                                .build())
                .init();
        Path log = Files.createDirectories(Path.of("target", "programs")).resolve(namespace + ".log");
        try (ChildProcess process = ChildProcess.java(PROGRAM)
                .small("160m")
                .classPath(classPath)
                .arguments(server.connectString(), namespace)
                .errorsTo(log)
                .limit(LONGEST_WAIT)
                .start()) {
            process.awaitLine("triggered"::equals);
            await("run of " + namespace)
                    .atMost(LONGEST_WAIT)
                    .until(() -> RAN.getOrDefault(namespace, "").split(" ").length == 3);
            assertThat(RAN.get(namespace)).contains("0=A ", "1=B ", "2=C ");
            assertThat(center.get("/operated/config")).startsWith("{\"jobName\":\"operated\"");
            process.send("");
            return process.awaitSuccess().stream()
                    .map(line -> line.replace(namespace, "(namespace)"))
                    .toList();
        } finally {
            center.close();
        }
    }

    private static String classPathOf2x() throws Exception {
        String libraries;
        try (InputStream text = SameOperationsTest.class.getResourceAsStream("/foreign-elasticjob-2x.classpath")) {
            libraries = new String(text.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
        Path classes = Files.createDirectories(Path.of("target", "programs-2.1.5"));
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-nowarn",
                                "-d",
                                classes.toString(),
                                "-cp",
                                libraries,
                                SOURCE.toString()))
                .isZero();
        return classes + System.getProperty("path.separator") + libraries;
    }
}
