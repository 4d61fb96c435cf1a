package dev.elasticjob.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.elasticjob.api.ConfigurationProblem;
import dev.elasticjob.api.DataflowJob;
import dev.elasticjob.api.DataflowJobProperties;
import dev.elasticjob.api.HttpJobProperties;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.JobConfigurationException;
import dev.elasticjob.api.ScriptJobProperties;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.scheduler.OneOffResult;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class JobTypesTest {

    private static Application application;

    @TempDir
    private Path temporary;

    @BeforeAll
    static void start() {
        application = new Application();
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    private static final class Copy implements SimpleJob {

        private final Map<Integer, String> seen = new ConcurrentSkipListMap<>();

        @Override
        public void execute(ShardingContext context) {
            seen.put(
                    context.getShardingItem(),
                    context.getShardingParameter() + " of " + context.getShardingTotalCount() + " for "
                            + context.getJobParameter());
        }
    }

    @Test
    void a_simple_job_runs_every_item() {
        Copy job = new Copy();

        OneOffResult result = application.run(
                job,
                JobConfiguration.newBuilder("simple", 3)
                        .shardingItemParameters("0=北京,1=b")
                        .jobParameter("all"));

        assertThat(result.isSuccess()).isTrue();
        assertThat(job.seen).isEqualTo(Map.of(0, "北京 of 3 for all", 1, "b of 3 for all", 2, " of 3 for all"));
        assertThat(application.read("/simple")).contains(Copy.class.getName());
    }

    @Test
    void the_registry_shows_sensible_names_of_classes_that_have_none() {
        SimpleJob lambda = context -> {};
        SimpleJob anonymous = new SimpleJob() {
            @Override
            public void execute(ShardingContext context) {}
        };
        SimpleJob proxy = (SimpleJob) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {SimpleJob.class}, (self, method, arguments) -> null);

        assertThat(application
                        .run(lambda, JobConfiguration.newBuilder("lambda", 1))
                        .isSuccess())
                .isTrue();
        assertThat(application
                        .run(anonymous, JobConfiguration.newBuilder("anonymous", 1))
                        .isSuccess())
                .isTrue();
        assertThat(application
                        .run(proxy, JobConfiguration.newBuilder("proxy", 1))
                        .isSuccess())
                .isTrue();

        assertThat(application.read("/lambda")).contains(getClass().getName() + "$$Lambda");
        assertThat(application.read("/anonymous")).contains(anonymous.getClass().getName());
        assertThat(application.read("/proxy")).contains(SimpleJob.class.getName());
    }

    /** Returns three batches and then none. */
    private static final class Batches implements DataflowJob<String> {

        private final List<String> waiting = new ArrayList<>(List.of("a", "b", "c"));
        private final List<String> processed = new CopyOnWriteArrayList<>();

        @Override
        public synchronized List<String> fetchData(ShardingContext context) {
            return waiting.isEmpty() ? List.of() : List.of(waiting.remove(0));
        }

        @Override
        public void processData(ShardingContext context, List<String> data) {
            processed.addAll(data);
        }
    }

    @Test
    void a_dataflow_job_processes_a_batch_a_run() {
        Batches batches = new Batches();
        OneOffJobBootstrap job = application.start(batches, JobConfiguration.newBuilder("dataflow", 1));

        assertThat(Application.run(job).isSuccess()).isTrue();
        assertThat(batches.processed).containsExactly("a");
        assertThat(Application.run(job).isSuccess()).isTrue();
        assertThat(batches.processed).containsExactly("a", "b");
    }

    @Test
    void a_streaming_dataflow_job_continues_until_no_data_is_left() {
        Batches batches = new Batches();

        OneOffResult result = application.run(
                batches,
                JobConfiguration.newBuilder("streaming", 1)
                        .setProperty(DataflowJobProperties.STREAM_PROCESS_KEY, "true"));

        assertThat(result.isSuccess()).isTrue();
        assertThat(batches.processed).containsExactly("a", "b", "c");
    }

    @Test
    void a_stream_without_end_ends_when_its_item_is_disabled() throws InterruptedException {
        CountDownLatch streaming = new CountDownLatch(3);
        DataflowJob<String> endless = new DataflowJob<>() {
            @Override
            public List<String> fetchData(ShardingContext context) {
                return List.of("more");
            }

            @Override
            public void processData(ShardingContext context, List<String> data) {
                streaming.countDown();
            }
        };
        OneOffJobBootstrap job = application.start(
                endless,
                JobConfiguration.newBuilder("endless", 1)
                        .setProperty(DataflowJobProperties.STREAM_PROCESS_KEY, "true"));
        CompletableFuture<OneOffResult> result = job.execute();
        assertThat(streaming.await(Application.LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();

        application.create("/endless/sharding/0/disabled");

        assertThat(Application.within(result).isSuccess()).isTrue();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_script_job_gets_its_arguments_and_the_context() throws IOException {
        Path out = temporary.resolve("out put");

        OneOffResult result = application.run(
                "SCRIPT",
                JobConfiguration.newBuilder("script", 1)
                        .shardingItemParameters("0=北京")
                        .setProperty(
                                ScriptJobProperties.SCRIPT_KEY,
                                "sh -c 'for each; do echo \"$each\"; done > \"$0\"' '" + out + "' 'two words' \"\""));

        assertThat(result.isSuccess()).isTrue();
        assertThat(Files.readAllLines(out))
                .hasSize(3)
                .startsWith("two words", "")
                .last()
                .asString()
                .startsWith("{\"jobName\":\"script\",\"taskId\":\"script@-@0@-@READY@-@")
                .contains("\"shardingItem\":0,\"shardingParameter\":\"\\u5317\\u4eac\",\"source\":\"ONE_OFF\"");
        assertThat(application.read("/script")).contains("SCRIPT");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_script_that_fails_fails_the_item_with_the_end_of_its_output() throws InterruptedException {
        OneOffResult result = application.run(
                "SCRIPT",
                JobConfiguration.newBuilder("failing-script", 1)
                        .jobErrorHandlerType("RECORDING")
                        .setProperty(ScriptJobProperties.SCRIPT_KEY, "sh -c 'echo no paper; exit 3'"));

        assertThat(result.items()).containsEntry(0, OneOffResult.Outcome.FAILED);
        assertThat(RecordingErrorHandler.next("failing-script"))
                .hasMessageContaining("Job 'failing-script', item 0")
                .hasMessageContaining("exit code 3")
                .hasMessageContaining("no paper");
    }

    @Test
    void an_http_job_sends_its_request_for_every_item() throws InterruptedException {
        try (HttpStub server = new HttpStub(200, "fine")) {
            OneOffResult result = application.run(
                    "HTTP",
                    JobConfiguration.newBuilder("http", 2)
                            .setProperty(HttpJobProperties.URI_KEY, server.address("/execute?a=b"))
                            .setProperty(HttpJobProperties.METHOD_KEY, "POST")
                            .setProperty(HttpJobProperties.DATA_KEY, "source=ejob"));

            assertThat(result.isSuccess()).isTrue();
            assertThat(List.of(server.next(), server.next()))
                    .allSatisfy(request -> {
                        assertThat(request.method()).isEqualTo("POST");
                        assertThat(request.uri()).hasToString("/execute?a=b");
                        assertThat(request.body()).isEqualTo("source=ejob");
                    })
                    .extracting(request -> request.context().orElse(""))
                    .anySatisfy(context -> assertThat(context).contains("\"shardingItem\":0"))
                    .anySatisfy(context -> assertThat(context).contains("\"shardingItem\":1"));
        }
        assertThat(application.read("/http")).contains("HTTP");
    }

    @Test
    void an_http_job_fails_when_the_server_responds_with_an_error() throws InterruptedException {
        try (HttpStub server = new HttpStub(503, "try later")) {
            OneOffResult result = application.run(
                    "HTTP",
                    JobConfiguration.newBuilder("failing-http", 1)
                            .jobErrorHandlerType("RECORDING")
                            .setProperty(HttpJobProperties.URI_KEY, server.address("/execute")));

            assertThat(result.items()).containsEntry(0, OneOffResult.Outcome.FAILED);
            assertThat(RecordingErrorHandler.next("failing-http"))
                    .hasMessageContaining("Job 'failing-http', item 0")
                    .hasMessageContaining("503")
                    .hasMessageContaining("try later");
        }
    }

    private static List<ConfigurationProblem> refused(Runnable start) {
        return assertThatExceptionOfType(JobConfigurationException.class)
                .isThrownBy(start::run)
                .actual()
                .problems();
    }

    @Test
    void properties_that_only_the_kind_of_job_understands_are_checked_when_it_is_started() {
        JobConfiguration.Builder config = JobConfiguration.newBuilder("wrong", 1);

        assertThat(refused(() -> application.start("SCRIPT", config)))
                .extracting(ConfigurationProblem::setting)
                .containsExactly(ScriptJobProperties.SCRIPT_KEY);
        assertThat(refused(() -> application.start("HTTP", config)))
                .extracting(ConfigurationProblem::setting)
                .containsExactly(HttpJobProperties.URI_KEY);
        assertThat(refused(() -> application.start(
                        new Batches(), config.setProperty(DataflowJobProperties.STREAM_PROCESS_KEY, "perhaps"))))
                .extracting(ConfigurationProblem::message)
                .singleElement()
                .asString()
                .startsWith("Job 'wrong': streaming.process is 'perhaps'");
        assertThat(refused(() -> application.start("NOTE", config)))
                .extracting(ConfigurationProblem::setting)
                .containsExactly("note.text");
        assertThat(application.read("/wrong")).isEmpty();
    }

    @Test
    void a_custom_kind_of_job_is_found_by_its_interface() {
        Map<Integer, String> pairs = new ConcurrentSkipListMap<>();
        PairsJob job = pairs::put;

        OneOffResult result =
                application.run(job, JobConfiguration.newBuilder("pairs", 2).shardingItemParameters("0=a,1=b"));

        assertThat(result.isSuccess()).isTrue();
        assertThat(pairs).isEqualTo(Map.of(0, "a", 1, "b"));
    }

    @Test
    void a_custom_kind_of_job_is_found_by_its_type() {
        OneOffResult result =
                application.run("NOTE", JobConfiguration.newBuilder("note", 2).setProperty("note.text", "item"));

        assertThat(result.isSuccess()).isTrue();
        assertThat(NoteJobExecutor.NOTES).containsExactlyInAnyOrder("item 0", "item 1");
        assertThat(application.read("/note")).contains("NOTE");
    }
}
