package dev.elasticjob.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.api.DataflowJob;
import dev.elasticjob.api.DataflowJobProperties;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.JobConfigurationException;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.executor.JobRuntimeService;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class DataflowJobExecutorTest {

    private static final JobRuntimeService GO_ON = () -> true;

    private final DataflowJobExecutor executor = new DataflowJobExecutor();
    private final AtomicBoolean cancelled = new AtomicBoolean();
    private final ShardingContext context = Contexts.context("", "", cancelled::get);
    private final List<String> steps = new ArrayList<>();

    @AfterEach
    void no_interruption_is_left_for_the_next_test() {
        assertThat(Thread.interrupted()).isFalse();
    }

    private final class Batches implements DataflowJob<Object> {

        private final Queue<List<Object>> batches = new ArrayDeque<>();
        private Runnable afterFetch = () -> {};
        private Runnable afterProcess = () -> {};

        private Batches(Object... single) {
            Arrays.stream(single).forEach(each -> batches.add(List.of(each)));
        }

        @Override
        public List<Object> fetchData(ShardingContext shardingContext) {
            steps.add("fetch");
            List<Object> batch = batches.poll();
            afterFetch.run();
            return batch;
        }

        @Override
        public void processData(ShardingContext shardingContext, List<Object> data) {
            steps.add("process " + data);
            afterProcess.run();
        }
    }

    private static JobConfiguration streaming(String value) {
        return Contexts.config(DataflowJobProperties.STREAM_PROCESS_KEY, value);
    }

    @Test
    void without_streaming_one_batch_is_processed() throws Exception {
        executor.process(new Batches(1, 2), Contexts.config(), GO_ON, context);

        assertThat(steps).containsExactly("fetch", "process [1]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "FALSE", " false ", " "})
    void streaming_can_be_switched_off_explicitly(String value) throws Exception {
        executor.process(new Batches(1, 2), streaming(value), GO_ON, context);

        assertThat(steps).containsExactly("fetch", "process [1]");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(booleans = true)
    void nothing_fetched_is_not_processed(Boolean empty) throws Exception {
        Batches job = new Batches();
        if (empty != null) {
            job.batches.add(List.of());
        }

        executor.process(job, Contexts.config(), GO_ON, context);

        assertThat(steps).containsExactly("fetch");
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "True", " true "})
    void streaming_continues_until_no_data_is_left(String value) throws Exception {
        executor.process(new Batches(1, 2), streaming(value), GO_ON, context);

        assertThat(steps).containsExactly("fetch", "process [1]", "fetch", "process [2]", "fetch");
    }

    @Test
    void streaming_ends_between_batches_when_it_may_not_continue() throws Exception {
        executor.process(new Batches(1, 2), streaming("true"), () -> steps.size() < 4, context);

        assertThat(steps).containsExactly("fetch", "process [1]", "fetch", "process [2]");
    }

    @Test
    void a_cancelled_stream_counts_as_interrupted() {
        Batches job = new Batches(1, 2);
        job.afterProcess = () -> cancelled.set(true);

        assertThatThrownBy(() -> executor.process(job, streaming("true"), GO_ON, context))
                .isInstanceOf(InterruptedException.class)
                .hasMessageContaining("report")
                .hasMessageContaining("item 1");
        assertThat(steps).containsExactly("fetch", "process [1]");
    }

    @Test
    void an_interrupted_stream_ends_although_the_job_ignores_it() {
        Batches job = new Batches(1, 2);
        job.afterProcess = () -> Thread.currentThread().interrupt();

        assertThatThrownBy(() -> executor.process(job, streaming("true"), GO_ON, context))
                .isInstanceOf(InterruptedException.class);
        assertThat(steps).containsExactly("fetch", "process [1]");
    }

    @Test
    void what_was_fetched_is_not_processed_after_a_cancellation() {
        Batches job = new Batches(1);
        job.afterFetch = () -> cancelled.set(true);

        assertThatThrownBy(() -> executor.process(job, Contexts.config(), GO_ON, context))
                .isInstanceOf(InterruptedException.class);
        assertThat(steps).containsExactly("fetch");
    }

    @Test
    void exceptions_of_the_job_are_rethrown() {
        DataflowJob<Object> broken = new DataflowJob<>() {
            @Override
            public List<Object> fetchData(ShardingContext shardingContext) throws IOException {
                throw new IOException("disk");
            }

            @Override
            public void processData(ShardingContext shardingContext, List<Object> data) {}
        };

        assertThatThrownBy(() -> executor.process(broken, Contexts.config(), GO_ON, context))
                .isInstanceOf(IOException.class)
                .hasMessage("disk");
    }

    @Test
    void a_wrong_value_is_named_before_anything_is_fetched() {
        assertThatThrownBy(() -> executor.process(new Batches(1), streaming("yes"), GO_ON, context))
                .isInstanceOf(JobConfigurationException.class)
                .hasMessage("Job 'report': streaming.process is 'yes': it is neither true nor false. Set it to true to"
                        + " process until nothing is left, or to false for one batch a run.");
        assertThat(steps).isEmpty();
    }
}
