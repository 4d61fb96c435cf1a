package dev.elasticjob.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.spring.ListenerTracing;
import dev.elasticjob.spring.ProxiedJobClassName;
import dev.elasticjob.spring.boot.JobProperties;
import dev.elasticjob.spring.test.process.RecordingApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.core.env.MapPropertySource;

/** Tests applications that are processed ahead of time, as for a native image. */
class AheadOfTimeTest extends ZookeeperTest {

    private static final String JOB_CLASS = RecordingApplication.RecordingJob.class.getName();

    @TempDir
    Path directory;

    @Test
    void what_is_found_by_its_name_has_hints() {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.getEnvironment()
                    .getPropertySources()
                    .addFirst(new MapPropertySource(
                            "test",
                            Map.of(
                                    "record.file",
                                    "unused",
                                    "elasticjob.jobs.j.elastic-job-class",
                                    JOB_CLASS,
                                    "elasticjob.jobs.j.sharding-total-count",
                                    "1")));
            context.register(RecordingApplication.class);
            TestGenerationContext generated = new TestGenerationContext();
            new ApplicationContextAotGenerator().processAheadOfTime(context, generated);
            RuntimeHints hints = generated.getRuntimeHints();
            for (Class<?> each : List.of(ListenerTracing.class, ProxiedJobClassName.class)) {
                assertThat(RuntimeHintsPredicates.reflection()
                                .onType(each)
                                .withMemberCategory(MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS))
                        .accepts(hints);
            }
            assertThat(RuntimeHintsPredicates.reflection().onType(RecordingApplication.RecordingJob.class))
                    .accepts(hints);
            assertThat(RuntimeHintsPredicates.reflection().onType(JobProperties.class))
                    .accepts(hints);
            for (String each : List.of("tracing.TracingListenerFactory", "executor.JobClassNameProvider")) {
                assertThat(RuntimeHintsPredicates.resource().forResource("META-INF/services/dev.elasticjob." + each))
                        .accepts(hints);
            }
        }
    }

    private List<String> arguments(Path record) {
        return List.of(
                "--record.file=" + record,
                "--elasticjob.reg-center.server-lists=" + servers(),
                "--elasticjob.reg-center.namespace=" + namespace(),
                "--elasticjob.jobs.ahead.elastic-job-class=" + JOB_CLASS,
                "--elasticjob.jobs.ahead.cron=0/1 * * * * ?",
                "--elasticjob.jobs.ahead.sharding-total-count=2",
                "--logging.level.dev.elasticjob.spring.test.process=INFO");
    }

    @Test
    void a_processed_application_runs_its_jobs() throws Exception {
        Path sources = directory.resolve("sources");
        Path classes = directory.resolve("classes");
        Path record = directory.resolve("runs");
        List<String> arguments = new ArrayList<>(List.of(
                RecordingApplication.class.getName(),
                sources.toString(),
                classes.toString(),
                classes.toString(),
                "group",
                "artifact"));
        arguments.addAll(arguments(record));
        try (JavaProcess processing = new JavaProcess(
                List.of(), List.of(), "org.springframework.boot.SpringApplicationAotProcessor", arguments)) {
            assertThat(processing.exitCode()).as(processing.output()).isZero();
        }
        compile(sources, classes);
        try (JavaProcess application = new JavaProcess(
                List.of(classes.toString()),
                List.of("-Dspring.aot.enabled=true"),
                RecordingApplication.class.getName(),
                arguments(record))) {
            await().atMost(Duration.ofSeconds(90)).until(() -> {
                if (!application.isAlive()) {
                    throw new AssertionError(application.output());
                }
                return Files.exists(record) && Files.readString(record).contains("end ");
            });
            assertThat(application.output()).contains("AOT-processed RecordingApplication");
            application.terminate();
        }
    }

    private static void compile(Path sources, Path classes) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "-nowarn",
                "-proc:none",
                "-d",
                classes.toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))));
        try (Stream<Path> files = Files.walk(sources)) {
            files.filter(each -> each.toString().endsWith(".java")).forEach(each -> arguments.add(each.toString()));
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
    }
}
