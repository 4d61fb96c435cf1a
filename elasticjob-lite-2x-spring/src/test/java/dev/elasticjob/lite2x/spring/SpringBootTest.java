package dev.elasticjob.lite2x.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.zookeeper.EmbeddedZookeeper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Applications of 2.x run on Spring Boot 2.7, 3.5 and 4: one with XML and one with beans in Java, as processes. */
class SpringBootTest {

    private static final List<String> SPRING = List.of("spring-", "micrometer-", "commons-logging", "jspecify");

    private static EmbeddedZookeeper server;

    @BeforeAll
    static void start() {
        server = EmbeddedZookeeper.startTemporary();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "3", "4"})
    void an_application_with_xml_runs(String boot) throws Exception {
        Set<String> printed = run(
                boot,
                "XmlApplication",
                Set.of(
                        "started",
                        "before xmlSimple hello",
                        "once before xmlSimple",
                        "simple xmlSimple 0=A default hello",
                        "simple xmlSimple 1=B default hello",
                        "after xmlSimple",
                        "once after xmlSimple",
                        "simple xmlRef 0=null  hello",
                        "dataflow xmlDataflow [data]",
                        "exception xmlDataflow processing failed"),
                "exception xmlScript Execute script failure.");

        String config = printed.stream()
                .filter(each -> each.startsWith("config {\"jobName\":\"xmlSimple\""))
                .findFirst()
                .orElseThrow();
        assertThat(config)
                .contains(
                        "\"jobClass\":\"dev.elasticjob.lite2x.spring.program.Beans$Simple\"",
                        "\"cron\":\"0 0 0 1 1 ? 2098\"",
                        "\"shardingTotalCount\":2",
                        "\"failover\":true",
                        "\"misfire\":false",
                        "\"description\":\"a description\"",
                        "\"maxTimeDiffSeconds\":100",
                        "OdevitySortByNameJobShardingStrategy",
                        "\"reconcileIntervalMinutes\":5",
                        "\"overwrite\":true");
        assertThat(printed)
                .anyMatch(
                        each -> each.startsWith(
                                "config"
                                        + " {\"jobName\":\"xmlRef\",\"jobClass\":\"dev.elasticjob.lite2x.spring.program.Beans$Simple\""))
                .anyMatch(each ->
                        each.contains("\"jobType\":\"DATAFLOW\"") && each.contains("\"streamingProcess\":true"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "3", "4"})
    void an_application_with_beans_in_java_runs(String boot) throws Exception {
        run(
                boot,
                "JavaApplication",
                Set.of(
                        "started",
                        "before javaSimple hello",
                        "simple javaSimple 0=A p hello",
                        "simple javaSimple 1=B p hello"),
                "after javaSimple");
    }

    /** Runs the program until it has printed all of the lines, and a line with the given beginning; returns its output. */
    private static Set<String> run(String boot, String main, Set<String> lines, String beginning) throws Exception {
        try (PrintingProcess process = PrintingProcess.start(
                main + "-" + boot,
                classPath(boot),
                "dev.elasticjob.lite2x.spring.program." + main,
                "--regCenter.serverList=" + server.connectString(),
                "--regCenter.namespace=" + main + boot,
                "--xml.cron=0 0 0 1 1 ? 2098",
                "--xml.total=2",
                "--spring.main.banner-mode=off",
                "--logging.level.root=warn")) {
            return process.await(lines, beginning);
        }
    }

    /** Returns the class path of the tests with another version of Spring, and the logging of Spring Boot 2. */
    private static List<String> classPath(String boot) throws IOException {
        List<String> replaced = new ArrayList<>(SPRING);
        if (boot.equals("2")) {
            replaced.addAll(List.of("slf4j-api", "logback-"));
        }
        List<String> result = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(each -> replaced.stream()
                        .noneMatch(
                                name -> Path.of(each).getFileName().toString().startsWith(name)))
                .collect(Collectors.toCollection(ArrayList::new));
        try (Stream<Path> jars = Files.list(Path.of("target", "spring-boot-" + boot))) {
            jars.map(Path::toString).sorted().forEach(result::add);
        }
        return result;
    }
}
