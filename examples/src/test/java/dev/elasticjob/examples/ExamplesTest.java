package dev.elasticjob.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.zookeeper.EmbeddedZookeeper;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
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
        try (ChildJvm child = ChildJvm.start(example, temporary, options)) {
            return child.awaitOutput();
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
        try (ChildJvm child = ChildJvm.start(FirstJob.class, temporary, List.of())) {
            assertThat(child.awaitOutput()).contains("Item 0 of 3: collecting orders of Lima");
        }
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void a_one_off_job_tells_how_each_item_ended() throws InterruptedException {
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
    void a_strategy_of_ones_own_shares_out() throws InterruptedException {
        assertThat(run(CustomSharding.class)).contains("Of 6 items one instance ran 4, the other 2");
    }

    @Test
    void an_error_handler_of_ones_own_is_told_and_the_next_run_comes() throws InterruptedException {
        assertThat(run(FailingJob.class))
                .containsSubsequence(
                        "Call somebody: invoices: the printer is out of paper", "Run 2: invoices are printed");
    }
}
