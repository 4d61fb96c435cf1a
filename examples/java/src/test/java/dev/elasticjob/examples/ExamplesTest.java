package dev.elasticjob.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.childprocess.ChildProcess;
import dev.elasticjob.registry.zookeeper.EmbeddedZookeeper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class ExamplesTest {

    private static EmbeddedZookeeper zookeeper;

    @TempDir
    private Path temporary;

    @BeforeAll
    static void start_a_server() {
        zookeeper = EmbeddedZookeeper.startTemporary();
    }

    @AfterAll
    static void stop_it() {
        zookeeper.close();
    }

    private List<String> run(Class<?> example) throws InterruptedException {
        List<String> options = List.of("-Dzookeeper=" + zookeeper.connectString());
        try (ChildProcess child = Programs.start(example, temporary, options)) {
            return child.awaitSuccess();
        }
    }

    @Test
    void the_first_job_visits_every_region() throws InterruptedException {
        assertThat(run(FirstJob.class))
                .contains(
                        "Item 0 of 3: collecting orders of Lima",
                        "Item 1 of 3: collecting orders of Oslo",
                        "Item 2 of 3: collecting orders of Tokyo");
    }

    @Test
    void an_example_without_a_server_brings_its_own_and_leaves_nothing() throws InterruptedException {
        try (ChildProcess child = Programs.start(FirstJob.class, temporary, List.of())) {
            assertThat(child.awaitSuccess()).contains("Item 0 of 3: collecting orders of Lima");
        }
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void a_one_off_job_returns_the_outcome_of_each_item() throws InterruptedException {
        assertThat(run(OneOffJob.class))
                .contains("Table 0 is copied", "Table 1 is copied")
                .containsSubsequence("Item 0: DONE", "Item 1: DONE", "Item 2: FAILED", "Not all is well");
    }

    @Test
    void jobs_come_and_go_at_run_time() throws InterruptedException {
        List<String> output = run(DynamicJob.class);

        assertThat(output)
                .containsSubsequence("report-for-alice runs", "report-for-alice is shut down")
                .containsSubsequence("report-for-bob runs", "report-for-bob is shut down", "cleanup still runs");
        assertThat(output.subList(output.indexOf("report-for-alice is shut down"), output.size()))
                .doesNotContain("report-for-alice runs");
    }

    @Test
    void a_custom_strategy_assigns_items() throws InterruptedException {
        assertThat(run(CustomSharding.class)).contains("Of 6 items one instance ran 4, the other 2");
    }

    @Test
    void a_custom_error_handler_is_called_and_the_next_run_follows() throws InterruptedException {
        assertThat(run(FailingJob.class))
                .containsSubsequence(
                        "Call an operator: invoices: the printer is out of paper", "Run 2: invoices are printed");
    }

    @Test
    void a_distribute_once_listener_is_called_once_before_and_once_after_all_items() throws InterruptedException {
        List<String> output = run(OncePerRun.class);
        assertThat(output).filteredOn(line -> line.startsWith("Once, ")).hasSize(2);
        assertThat(output.stream()
                        .filter(line -> line.startsWith("Once, ") || line.startsWith("Account"))
                        .toList())
                .hasSize(6)
                .startsWith("Once, before all: the books are opened")
                .endsWith("Once, after all: the books are closed");
    }

    @Test
    void a_dataflow_job_processes_a_batch_a_run() throws InterruptedException {
        assertThat(run(BatchJob.class))
                .containsSubsequence("Run 1", "A batch: [tea, rice]", "Run 2", "A batch: [salt]");
    }

    @Test
    void a_streaming_job_continues_until_no_data_is_left() throws InterruptedException {
        assertThat(run(StreamingJob.class))
                .containsSubsequence("Number 1", "Number 2", "Number 5", "One run, and nothing is left");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_script_job_starts_its_command() throws InterruptedException {
        assertThat(run(ScriptJob.class))
                .anySatisfy(line -> assertThat(line).contains("item 0: the script gets {\"jobName\":\"script\""))
                .containsSubsequence("Lima: DONE", "Oslo: FAILED");
    }

    @Test
    void an_http_job_sends_its_request() throws InterruptedException {
        assertThat(run(HttpJob.class))
                .anySatisfy(line -> assertThat(line).startsWith("POST source=elasticjob {\"jobName\":\"http\""))
                .contains("The server has done it");
    }

    @Test
    void custom_kinds_of_jobs_are_found() throws InterruptedException {
        assertThat(run(CustomJobByClass.class)).contains("Alice: call your mother", "Bob: the rent is due");
        assertThat(run(CustomJobByType.class))
                .anySatisfy(line -> assertThat(line).startsWith("Job 'greetings': greet.word is ''"))
                .contains("Hello, Alice", "Hello, Bob");
    }

    @Test
    void a_listener_is_called_before_and_after() throws InterruptedException {
        assertThat(run(ListenedJob.class))
                .containsSubsequence("Begins: items [0, 1]", "At work", "At work", "Has ended: listened");
    }

    @Test
    void the_error_handlers_that_are_built_in_do_as_they_say() throws InterruptedException {
        List<String> output = run(BuiltInErrorHandlers.class);

        assertThat(output)
                .contains("LOG: {0=FAILED}", "THROW: {0=FAILED}", "IGNORE: {0=FAILED}")
                .contains("Uncaught: Job 'fails-with-THROW' failed, no luck for fails-with-THROW")
                .anySatisfy(line -> assertThat(line).contains("Job 'fails-with-LOG' failed"));
        assertThat(output).noneSatisfy(line -> assertThat(line).contains("no luck for fails-with-IGNORE"));
    }

    @Test
    void a_failure_is_reported_by_mail() throws InterruptedException {
        assertThat(run(MailOnError.class))
                .anySatisfy(line -> assertThat(line).startsWith("A mail to operator@example.com: ElasticJob error"));
    }

    @Test
    void a_failure_is_reported_in_chats() throws InterruptedException {
        assertThat(run(WechatOnError.class))
                .anySatisfy(line ->
                        assertThat(line).startsWith("/wechat received: ").contains("the disk is full"));
        assertThat(run(DingtalkOnError.class))
                .anySatisfy(line ->
                        assertThat(line).startsWith("/dingtalk received: ").contains("ALARM", "the disk is full"));
    }

    @Test
    void a_custom_pool_size_is_used() throws InterruptedException {
        assertThat(run(PoolSize.class)).contains("At the same time ran at most 2");
    }

    @Test
    void a_dump_shows_the_tree() throws InterruptedException {
        assertThat(run(DumpPort.class))
                .contains("/dumped | dev.elasticjob.examples.DumpPort$$Lambda", "/dumped/servers/ip1 | ENABLED")
                .anySatisfy(line -> assertThat(line).startsWith("/dumped/sharding/1/instance | ip1@-@"));
    }

    @Test
    void items_run_on_virtual_threads_where_there_are_any() throws InterruptedException {
        boolean virtual = Runtime.version().feature() >= 21;

        assertThat(run(VirtualThreadsJob.class))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("Runs on " + (virtual ? "VirtualThread[" : "Thread["))
                        .contains("elasticjob-virtual-0"));
    }

    @Test
    void a_configuration_may_stand_with_the_class() throws InterruptedException {
        assertThat(run(AnnotatedJob.class)).contains("Paints Lima", "Paints Oslo");
    }

    // ---- all examples ----

    @Test
    void every_example_is_a_page_at_most_is_run_here_and_is_in_the_list() throws IOException {
        String list = Files.readString(Path.of("..", "..", "docs", "examples.md"));
        String here = Files.readString(Path.of("src/test/java/dev/elasticjob/examples/ExamplesTest.java"));
        List<String> mains = new ArrayList<>();
        try (Stream<Path> sources = Files.list(Path.of("src/main/java/dev/elasticjob/examples"))) {
            for (Path source : sources.filter(Files::isRegularFile).toList()) {
                String text = Files.readString(source);
                assertThat(text.lines().count()).as(source.toString()).isLessThanOrEqualTo(70);
                if (text.contains("public static void main(")) {
                    mains.add(source.getFileName().toString().replace(".java", ""));
                }
            }
        }
        assertThat(mains).hasSizeGreaterThan(15).allSatisfy(name -> {
            assertThat(list).contains("`" + name + "`");
            assertThat(here).contains(name + ".class");
        });
    }
}
