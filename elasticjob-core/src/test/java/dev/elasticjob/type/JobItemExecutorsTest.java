package dev.elasticjob.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.api.DataflowJob;
import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.api.JobConfigurationException;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.executor.JobItemExecutor;
import dev.elasticjob.type.http.HttpJobExecutor;
import dev.elasticjob.type.script.ScriptJobExecutor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobItemExecutorsTest {

    private final JobItemExecutors executors = JobItemExecutors.load();

    private static class Batches implements DataflowJob<String> {
        @Override
        public List<String> fetchData(ShardingContext shardingContext) {
            return List.of();
        }

        @Override
        public void processData(ShardingContext shardingContext, List<String> data) {}
    }

    private static final class BothKinds extends Batches implements SimpleJob {
        @Override
        public void execute(ShardingContext shardingContext) {}
    }

    private static final class NoKind implements ElasticJob {}

    @Test
    void jobs_of_the_documented_kinds_find_their_executors() {
        SimpleJob simple = context -> {};

        assertThat(executors.forJob("report", simple)).isInstanceOf(SimpleJobExecutor.class);
        assertThat(executors.forJob("report", new Batches())).isInstanceOf(DataflowJobExecutor.class);
        assertThat(executors.forType("report", "SCRIPT")).isInstanceOf(ScriptJobExecutor.class);
        assertThat(executors.forType("report", "HTTP")).isInstanceOf(HttpJobExecutor.class);
    }

    @Test
    void a_simple_job_is_called_with_the_context() throws Exception {
        List<ShardingContext> calls = new ArrayList<>();
        SimpleJob job = calls::add;
        ShardingContext context = Contexts.context("", "A");

        executors.forJob("report", job).process(job, Contexts.config(), () -> true, context);

        assertThat(calls).containsExactly(context);
    }

    @Test
    void a_custom_kind_is_run_by_the_executor_of_a_plug_in() throws Exception {
        GreetingJob job = item -> "Hello, item " + item;

        JobItemExecutor<ElasticJob> executor = executors.forJob("report", job);
        executor.process(job, Contexts.config(), () -> true, Contexts.context("", ""));

        assertThat(executor)
                .isInstanceOfSatisfying(
                        GreetingJobExecutor.class,
                        found -> assertThat(found.greetings).containsExactly("Hello, item 1"));
        assertThat(executors.forType("report", "ECHO")).isInstanceOf(EchoJobExecutor.class);
    }

    @Test
    void the_most_specific_interface_decides() {
        PoliteGreetingJob job = item -> "Good morning, item " + item;

        assertThat(executors.forJob("report", job)).isInstanceOf(PoliteGreetingJobExecutor.class);
    }

    @Test
    void all_jobs_share_one_executor_of_a_kind() {
        assertThat(executors.forType("a", "HTTP")).isSameAs(executors.forType("b", "HTTP"));
    }

    @Test
    void extensions_are_found_without_a_context_class_loader() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(null);
        try {
            assertThat(JobItemExecutors.load().forType("report", "HTTP")).isInstanceOf(HttpJobExecutor.class);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void a_job_of_an_unknown_kind_is_rejected_with_the_known_ones() {
        assertThatThrownBy(() -> executors.forJob("report", new NoKind()))
                .isInstanceOf(JobConfigurationException.class)
                .hasMessageContaining("Job 'report': elasticJobClass is '" + NoKind.class.getName() + "'")
                .hasMessageContaining(SimpleJob.class.getName())
                .hasMessageContaining(DataflowJob.class.getName())
                .hasMessageContaining(GreetingJob.class.getName())
                .hasMessageContaining("META-INF/services/dev.elasticjob.executor.ClassedJobItemExecutor");
    }

    @Test
    void a_job_of_two_kinds_has_to_choose() {
        assertThatThrownBy(() -> executors.forJob("report", new BothKinds()))
                .isInstanceOf(JobConfigurationException.class)
                .hasMessageContaining("it implements [dev.elasticjob.api.DataflowJob, dev.elasticjob.api.SimpleJob]");
    }

    @Test
    void an_unknown_type_is_rejected_with_the_known_ones() {
        assertThatThrownBy(() -> executors.forType("report", "script"))
                .isInstanceOf(JobConfigurationException.class)
                .hasMessageContaining("Job 'report': elasticJobType is 'script'")
                .hasMessageContaining("known are [ECHO, HTTP, SCRIPT]")
                .hasMessageContaining("META-INF/services/dev.elasticjob.executor.TypedJobItemExecutor");
    }
}
