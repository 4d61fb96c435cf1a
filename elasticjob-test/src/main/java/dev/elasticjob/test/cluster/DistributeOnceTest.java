package dev.elasticjob.test.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.AbstractDistributeOnceElasticJobListener;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContexts;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.scheduler.OneOffResult;
import dev.elasticjob.test.registry.FaultyClient;
import dev.elasticjob.tracing.JobEvent;
import dev.elasticjob.tracing.TracingConfiguration;
import dev.elasticjob.tracing.TracingListener;
import dev.elasticjob.tracing.TracingListenerFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Required behaviour of distribute-once listeners on a registry. An implementation extends this test and lists {@link
 * Once}, {@link Impatient} and {@link Events} in the service files of its tests.
 */
public abstract class DistributeOnceTest {

    private static final long LONG = TimeUnit.SECONDS.toMillis(Recorder.LIMIT_SECONDS);
    private static final AtomicInteger JOBS = new AtomicInteger();
    private static final Map<String, List<String>> CALLS = new ConcurrentHashMap<>();

    /** Records its calls. */
    public static class Once extends AbstractDistributeOnceElasticJobListener {

        public Once() {
            this(LONG);
        }

        Once(long completedTimeout) {
            super(LONG, completedTimeout);
        }

        @Override
        public void doBeforeJobExecutedAtLastStarted(ShardingContexts contexts) {
            calls(contexts.getJobName()).add("before");
        }

        @Override
        public void doAfterJobExecutedAtLastCompleted(ShardingContexts contexts) {
            calls(contexts.getJobName()).add("after");
        }

        @Override
        public String getType() {
            return "ONCE";
        }
    }

    /** Waits only briefly for the other instances to complete. */
    public static final class Impatient extends Once {

        public Impatient() {
            super(3_000);
        }

        @Override
        public String getType() {
            return "IMPATIENT";
        }
    }

    /** Adds events to a list. */
    @SuppressWarnings("rawtypes")
    public static final class Events implements TracingListenerFactory<List> {

        @Override
        public Class<List> storageType() {
            return List.class;
        }

        @Override
        @SuppressWarnings("unchecked")
        public TracingListener create(List storage) {
            return storage::add;
        }

        @Override
        public String getType() {
            return "EVENTS";
        }
    }

    private static List<String> calls(String job) {
        return CALLS.computeIfAbsent(job, key -> new CopyOnWriteArrayList<>());
    }

    private final String job = "once-" + JOBS.incrementAndGet();
    private final List<JobEvent> events = new CopyOnWriteArrayList<>();
    private final List<CountingCenter> centers = new ArrayList<>();
    private final List<FaultyClient> clients = new ArrayList<>();
    private final Recorder recorder = new Recorder();

    /** Creates a client with a separate connection. */
    protected abstract FaultyClient newClient(String namespace);

    private CountingCenter newCenter() {
        FaultyClient client = newClient("once");
        CountingCenter center = new CountingCenter(client.center());
        center.init();
        clients.add(client);
        centers.add(center);
        return center;
    }

    private JobConfiguration config(int total, String listener, UnaryOperator<JobConfiguration.Builder> more) {
        JobConfiguration.Builder builder = JobConfiguration.newBuilder(job, total)
                .jobListenerTypes(listener)
                .addExtraConfigurations(new TracingConfiguration<>("EVENTS", events));
        return more.apply(builder).build();
    }

    @AfterEach
    void closeAll() {
        centers.forEach(CountingCenter::close);
        clients.forEach(FaultyClient::close);
    }

    @Test
    void each_run_over_three_instances_has_one_call_before_its_items_and_one_after_them() throws Exception {
        int runs = 5;
        JobConfiguration config = config(6, "ONCE", UnaryOperator.identity());
        SimpleJob inBetween = context -> calls(job).add("item");
        List<OneOffJobBootstrap> jobs = new ArrayList<>();
        for (String name : List.of("A", "B", "C")) {
            jobs.add(new OneOffJobBootstrap(newCenter(), recorder.job(name, inBetween), config));
        }
        RegistrySession operator =
                clients.get(0).center().openSession().toCompletableFuture().join();
        recorder.await("all three own items", all -> owners(operator, 6) == 3);
        for (int i = 0; i < runs; i++) {
            assertThat(jobs.get(i % 3)
                            .execute()
                            .get(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS)
                            .isSuccess())
                    .isTrue();
            int calls = (i + 1) * 8;
            recorder.await("the call after run " + i, all -> calls(job).size() >= calls);
        }
        List<String> expected = List.of("before", "item", "item", "item", "item", "item", "item", "after");
        assertThat(calls(job))
                .as("calls and items in the order in which they came")
                .isEqualTo(repeat(expected, runs));
        assertThat(recorder.runs().stream().map(Recorder.Begun::instance)).contains("A", "B", "C");
        assertThat(reports()).isEmpty();
        operator.close();
    }

    @Test
    void fires_have_their_calls_too() {
        JobConfiguration config = config(2, "ONCE", each -> each.cron("* * * * * ?"));
        SimpleJob inBetween = context -> calls(job).add("item");
        new ScheduleJobBootstrap(newCenter(), recorder.job("A", inBetween), config).schedule();
        recorder.await("a call after a fire", all -> calls(job).contains("after"));
        centers.forEach(CountingCenter::close);
        assertThat(calls(job)).startsWith("before", "item", "item", "after");
    }

    private static List<String> repeat(List<String> what, int times) {
        List<String> result = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            result.addAll(what);
        }
        return result;
    }

    private List<String> reports() {
        return events.stream()
                .filter(JobEvent.Reported.class::isInstance)
                .map(event -> ((JobEvent.Reported) event).message())
                .filter(message -> message.startsWith("do"))
                .toList();
    }

    @Test
    void a_trigger_of_every_instance_is_one_run() {
        JobConfiguration config = config(4, "ONCE", UnaryOperator.identity());
        List<OneOffJobBootstrap> jobs = new ArrayList<>();
        for (String name : List.of("A", "B")) {
            jobs.add(new OneOffJobBootstrap(newCenter(), recorder.job(name), config));
        }
        RegistrySession operator =
                clients.get(0).center().openSession().toCompletableFuture().join();
        recorder.await("both own items", all -> owners(operator, 4) == 2);
        for (String id : instances(operator)) {
            assertThat(operator.commit(Transaction.builder()
                                    .create("/" + job + "/trigger/" + id, "", Transaction.Mode.PERSISTENT)
                                    .build())
                            .toCompletableFuture()
                            .join())
                    .isInstanceOf(CommitResult.Committed.class);
        }
        recorder.await(
                "all have run", all -> all.runs().size() == 4 && calls(job).contains("after"));
        assertThat(calls(job)).containsExactly("before", "after");
        assertThat(reports()).isEmpty();
        operator.close();
        jobs.forEach(OneOffJobBootstrap::shutdown);
    }

    private List<String> instances(RegistrySession session) {
        return ((ReadResult.Snapshot) session.read(ReadRequest.empty().children("/" + job + "/instances"))
                        .toCompletableFuture()
                        .join())
                .children("/" + job + "/instances");
    }

    private long owners(RegistrySession session, int items) {
        List<String> paths = new ArrayList<>();
        for (int item = 0; item < items; item++) {
            paths.add("/" + job + "/sharding/" + item + "/instance");
        }
        return ((ReadResult.Snapshot) session.read(ReadRequest.empty().nodes(paths))
                        .toCompletableFuture()
                        .join())
                .nodes().values().stream().map(node -> node.text()).distinct().count();
    }

    @Test
    void the_call_after_the_run_of_a_lost_instance_is_made_by_the_new_owner() throws Exception {
        JobConfiguration config = config(2, "ONCE", each -> each.failover(true));
        CountDownLatch never = new CountDownLatch(1);
        SimpleJob stuck = context -> never.await(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS);
        CountingCenter a = newCenter();
        OneOffJobBootstrap first = new OneOffJobBootstrap(a, recorder.job("A", stuck), config);
        first.execute();
        recorder.await("both items run on A", all -> all.runs().size() == 2);
        OneOffJobBootstrap second = new OneOffJobBootstrap(newCenter(), recorder.job("B"), config);
        a.sessions().forEach(clients.get(0)::cut);
        a.sessions().forEach(clients.get(0)::expire);
        recorder.await("B has run both, and called", all -> calls(job).contains("after"));
        assertThat(calls(job)).containsExactly("before", "after");
        never.countDown();
        a.sessions().forEach(clients.get(0)::heal);
        second.shutdown();
    }

    @Test
    void an_instance_that_never_comes_is_waited_for_within_the_limit_and_reported() throws Exception {
        JobConfiguration config = config(2, "IMPATIENT", UnaryOperator.identity());
        CountDownLatch never = new CountDownLatch(1);
        SimpleJob oneHangs = context -> {
            if (context.getShardingItem() == 1) {
                never.await(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS);
            }
        };
        CountingCenter a = newCenter();
        OneOffJobBootstrap only = new OneOffJobBootstrap(a, recorder.job("A", oneHangs), config);
        CountingCenter b = newCenter();
        OneOffJobBootstrap other = new OneOffJobBootstrap(b, recorder.job("B", oneHangs), config);
        RegistrySession operator =
                clients.get(0).center().openSession().toCompletableFuture().join();
        recorder.await("both own an item", all -> owners(operator, 2) == 2);
        CompletableFuture<OneOffResult> result = only.execute();
        recorder.await(
                "the wait for item 1 is reported",
                all -> reports().stream().anyMatch(message -> message.contains("waited for items [1]")));
        assertThat(calls(job)).containsExactly("before");
        never.countDown();
        result.get(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS);
        recorder.await("the last to end calls", all -> calls(job).contains("after"));
        assertThat(calls(job)).containsExactly("before", "after");
        operator.close();
        other.shutdown();
    }

    @Test
    void a_disabled_item_is_not_waited_for() throws Exception {
        JobConfiguration config = config(3, "ONCE", UnaryOperator.identity());
        CountingCenter a = newCenter();
        OneOffJobBootstrap only = new OneOffJobBootstrap(a, recorder.job("A"), config);
        only.execute().get(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS);
        recorder.await("a whole run", all -> calls(job).contains("after"));
        RegistrySession operator =
                clients.get(0).center().openSession().toCompletableFuture().join();
        operator.commit(Transaction.builder()
                        .create("/" + job + "/sharding/1/disabled", "", Transaction.Mode.PERSISTENT)
                        .build())
                .toCompletableFuture()
                .join();
        only.execute();
        recorder.await("another without item 1", all -> calls(job).size() == 4);
        assertThat(recorder.runs()).hasSize(5);
        assertThat(reports()).isEmpty();
        operator.close();
    }
}
