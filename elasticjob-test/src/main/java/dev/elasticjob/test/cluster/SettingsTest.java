package dev.elasticjob.test.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.RunSource;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.test.registry.FaultyClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Effects of a job's settings, and of nodes that operators write, on a registry. Every implementation extends it. */
public abstract class SettingsTest {

    private static final String EVERY_SECOND = "* * * * * ?";

    private final List<Instance> instances = new ArrayList<>();
    private final Recorder recorder = new Recorder();

    /** Creates a client with a separate connection. */
    protected abstract FaultyClient newClient(String namespace);

    private Instance newInstance() {
        Instance instance = new Instance(newClient("settings"));
        instances.add(instance);
        return instance;
    }

    @AfterEach
    void closeAll() {
        instances.forEach(Instance::close);
    }

    private static JobConfiguration.Builder config(int total) {
        return JobConfiguration.newBuilder("job", total);
    }

    private static void run(OneOffJobBootstrap job) throws Exception {
        assertThat(job.execute().get(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS).isSuccess())
                .isTrue();
    }

    private Recorder.Begun lastRun() {
        List<Recorder.Begun> runs = recorder.runs();
        return runs.get(runs.size() - 1);
    }

    private static SimpleJob heldBy(CountDownLatch latch) {
        return context -> latch.await(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    /** Changes one line of the configuration in the registry, as an operator does. */
    private static void edit(Instance operator, String before, String after) {
        String text = operator.text("/job/config").orElseThrow();
        assertThat(text).contains(before);
        operator.operate(Transaction.builder()
                .set("/job/config", text.replace(before, after), Transaction.ANY_VERSION)
                .build());
    }

    private static Transaction create(String path) {
        return Transaction.builder()
                .create(path, "", Transaction.Mode.PERSISTENT)
                .build();
    }

    /** Returns the number of instances among which an epoch has assigned the items. */
    private static int members(String epoch) {
        return epoch.split("@-@", -1).length - 1;
    }

    /** Returns the owner of item 0. */
    private static String owner(String epoch) {
        int index = Integer.parseInt(field(epoch, "owners"), 36);
        return field(epoch, "members").split(" ")[index];
    }

    private static String field(String epoch, String name) {
        return epoch.lines()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> line.substring(name.length() + 1))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void overwrite_replaces_the_configuration_in_the_registry_once_when_a_process_starts() throws Exception {
        Instance a = newInstance();
        OneOffJobBootstrap first = new OneOffJobBootstrap(
                a.center, recorder.job("A"), config(1).jobParameter("first").build());
        run(first);
        first.shutdown();

        Instance b = newInstance();
        OneOffJobBootstrap second = new OneOffJobBootstrap(
                b.center, recorder.job("B"), config(1).jobParameter("second").build());
        run(second);
        assertThat(lastRun().context().getJobParameter())
                .as("without overwrite")
                .isEqualTo("first");
        second.shutdown();

        Instance c = newInstance();
        OneOffJobBootstrap third = new OneOffJobBootstrap(
                c.center,
                recorder.job("C"),
                config(1).jobParameter("third").overwrite(true).build());
        run(third);
        assertThat(lastRun().context().getJobParameter()).as("with overwrite").isEqualTo("third");
        assertThat(c.text("/job/config").orElseThrow()).contains("jobParameter: third");

        edit(a, "jobParameter: third", "jobParameter: edited");
        List<String> before = c.children("/job/instances");
        c.loseSession();
        c.awaitChildren("/job/instances", names -> names.size() == 1 && !names.equals(before));
        run(third);
        assertThat(lastRun().context().getJobParameter())
                .as("after the process has joined again")
                .isEqualTo("edited");
    }

    @Test
    void a_job_that_is_disabled_in_the_code_waits_for_an_operator_from_its_first_start_on() {
        Instance a = newInstance();
        JobConfiguration config = config(1).cron(EVERY_SECOND).disabled(true).build();
        a.schedule(recorder.job("A"), config);
        a.awaitNode("/job/leader/sharding");
        String server = "/job/servers/" + a.children("/job/servers").get(0);
        assertThat(a.text(server)).contains("DISABLED");
        assertThat(recorder.runs()).isEmpty();

        a.operate(Transaction.builder()
                .set(server, "ENABLED", Transaction.ANY_VERSION)
                .build());
        recorder.await("it runs", all -> !all.runs().isEmpty());

        Instance again = newInstance();
        again.schedule(recorder.job("again"), config);
        again.awaitChildren("/job/instances", 2);
        assertThat(a.text(server)).as("at a later start").contains("ENABLED");
    }

    @Test
    void a_trigger_in_an_instance_node_runs_the_items_of_that_instance_once() throws Exception {
        Instance a = newInstance();
        JobConfiguration config = config(4).build();
        OneOffJobBootstrap onA = new OneOffJobBootstrap(a.center, recorder.job("A"), config);
        a.awaitChildren("/job/instances", 1);
        String idOfA = a.children("/job/instances").get(0);
        new OneOffJobBootstrap(newInstance().center, recorder.job("B"), config);
        a.awaitText("/job/leader/sharding", epoch -> members(epoch) == 2);

        a.operate(Transaction.builder()
                .set("/job/instances/" + idOfA, "TRIGGER", Transaction.ANY_VERSION)
                .build());
        recorder.await("both items of A", all -> all.runs().size() == 2);
        a.awaitText("/job/instances/" + idOfA, text -> !text.contains("TRIGGER"));
        assertThat(recorder.runs()).allSatisfy(run -> {
            assertThat(run.instance()).isEqualTo("A");
            assertThat(run.context().getSource()).isEqualTo(RunSource.MANUAL_TRIGGER);
        });

        // This run follows anything else that the trigger caused, so a repeated run would be counted.
        run(onA);
        assertThat(recorder.runs()).hasSize(2 + 4);
    }

    @Test
    void a_missed_fire_is_visible_in_the_registry_until_it_is_made_up_for() {
        CountDownLatch release = new CountDownLatch(1);
        Instance a = newInstance();
        a.schedule(
                recorder.job("A", heldBy(release)),
                config(1).cron(EVERY_SECOND).misfire(true).build());
        recorder.await("it runs", all -> !all.runs().isEmpty());
        Instant next = recorder.runs().get(0).scheduledAt().plusSeconds(1);
        recorder.await("the next fire time passes", all -> Instant.now().isAfter(next));
        assertThat(a.text("/job/sharding/0/misfire")).as("during the run").isEmpty();
        CompletableFuture<Void> mayStart = a.center.holdStarts();

        release.countDown();
        a.awaitNode("/job/sharding/0/misfire");
        assertThat(recorder.runs()).hasSize(1);
        mayStart.complete(null);

        recorder.await("the missed fire is made up for", all -> all.runs().size() > 1);
        a.awaitNoNode("/job/sharding/0/misfire");
    }

    @Test
    void a_job_with_one_item_moves_to_the_next_instance_after_each_run_with_single_sharding_balance() throws Exception {
        JobConfiguration config =
                config(1).jobShardingStrategyType("SINGLE_SHARDING_BALANCE").build();
        List<OneOffJobBootstrap> jobs = new ArrayList<>();
        for (String name : List.of("A", "B", "C")) {
            jobs.add(new OneOffJobBootstrap(newInstance().center, recorder.job(name), config));
        }
        Instance observer = newInstance();
        observer.awaitText("/job/leader/sharding", epoch -> members(epoch) == 3);
        for (int i = 0; i < 6; i++) {
            // Reads the epoch, because the owner is published in /job/sharding/0/instance only after it.
            String owner = owner(observer.text("/job/leader/sharding").orElseThrow());
            run(jobs.get(i % 2));
            observer.awaitText("/job/leader/sharding", epoch -> !owner(epoch).equals(owner));
        }
        String last = owner(observer.text("/job/leader/sharding").orElseThrow());
        observer.awaitText("/job/sharding/0/instance", last::equals);
        List<String> order =
                recorder.runs().stream().map(Recorder.Begun::instance).toList();
        assertThat(order.subList(0, 3)).containsExactlyInAnyOrder("A", "B", "C");
        assertThat(order.subList(3, 6)).isEqualTo(order.subList(0, 3));
    }

    @Test
    void items_that_a_smaller_total_takes_away_are_deleted_with_all_below_them() throws Exception {
        Instance a = newInstance();
        OneOffJobBootstrap job =
                new OneOffJobBootstrap(a.center, recorder.job("A"), config(5).build());
        run(job);
        a.operate(create("/job/sharding/4/disabled"));
        assertThat(a.children("/job/sharding")).hasSize(5);

        edit(a, "shardingTotalCount: 5", "shardingTotalCount: 2");

        a.awaitChildren("/job/sharding", 2);
        assertThat(a.children("/job/sharding")).containsExactlyInAnyOrder("0", "1");
        run(job);
        assertThat(recorder.runs()).hasSize(5 + 2);
    }

    @Test
    void marks_are_removed_when_monitoring_is_switched_off_and_no_new_ones_are_created() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch releaseLater = new CountDownLatch(1);
        AtomicInteger runs = new AtomicInteger();
        SimpleJob held = context ->
                heldBy(runs.incrementAndGet() == 1 ? release : releaseLater).execute(context);
        Instance a = newInstance();
        OneOffJobBootstrap job = new OneOffJobBootstrap(
                a.center, recorder.job("A", held), config(1).build());
        job.execute();
        a.awaitNode("/job/sharding/0/running");

        edit(a, "monitorExecution: true", "monitorExecution: false");
        a.awaitText("/job/leader/sharding", epoch -> epoch.contains("monitor false"));
        release.countDown();
        a.awaitNoNode("/job/sharding/0/running");

        job.execute();
        recorder.await("it runs again", all -> all.runs().size() == 2);
        assertThat(a.text("/job/sharding/0/running"))
                .as("mark of the unmonitored run")
                .isEmpty();
        releaseLater.countDown();
    }

    @Test
    void a_single_thread_runs_one_item_after_the_other() throws Exception {
        AtomicInteger running = new AtomicInteger();
        List<Integer> seen = new ArrayList<>();
        CountDownLatch other = new CountDownLatch(1);
        SimpleJob job = context -> {
            synchronized (seen) {
                seen.add(running.incrementAndGet());
            }
            // Leaves time for another item to begin, which it must not.
            other.await(50, TimeUnit.MILLISECONDS);
            running.decrementAndGet();
        };
        Instance a = newInstance();
        run(new OneOffJobBootstrap(
                a.center,
                job,
                config(5).jobExecutorThreadPoolSizeProviderType("SINGLE_THREAD").build()));
        assertThat(seen).containsExactly(1, 1, 1, 1, 1);
    }

    @Test
    void without_a_setting_twice_as_many_items_run_at_a_time_as_there_are_cores() throws Exception {
        int most = 2 * Runtime.getRuntime().availableProcessors();
        AtomicInteger running = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(most);
        CountDownLatch another = new CountDownLatch(1);
        List<Integer> seen = new ArrayList<>();
        SimpleJob job = context -> {
            synchronized (seen) {
                seen.add(running.incrementAndGet());
            }
            all.countDown();
            assertThat(all.await(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
            // Leaves time for one more item to begin, which it must not.
            another.await(50, TimeUnit.MILLISECONDS);
            running.decrementAndGet();
        };
        run(new OneOffJobBootstrap(newInstance().center, job, config(2 * most).build()));
        assertThat(seen).hasSize(2 * most).contains(most).allMatch(count -> count <= most);
    }
}
