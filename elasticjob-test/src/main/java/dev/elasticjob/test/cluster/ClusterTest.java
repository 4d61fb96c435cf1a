package dev.elasticjob.test.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.RunSource;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Watch;
import dev.elasticjob.scheduler.OneOffResult;
import dev.elasticjob.test.registry.FaultyClient;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a cluster of instances must do on a registry. Every implementation extends it, beside the registry's contract. */
public abstract class ClusterTest {

    private static final String EVERY_SECOND = "* * * * * ?";
    private static final String NEXT_YEAR =
            "0 0 0 1 1 ? " + (Instant.now().atZone(ZoneOffset.UTC).getYear() + 2);

    private final List<Instance> instances = new ArrayList<>();

    /** A client with a connection of its own. */
    protected abstract FaultyClient newClient(String namespace);

    /** An instance of the application. */
    private final class Instance {
        final String name;
        final FaultyClient client;
        final CountingCenter center;

        Instance(String name) {
            this.name = name;
            client = newClient("cluster");
            center = new CountingCenter(client.center());
            center.init();
            instances.add(this);
        }

        ScheduleJobBootstrap schedule(SimpleJob job, JobConfiguration config) {
            ScheduleJobBootstrap bootstrap = new ScheduleJobBootstrap(center, job, config);
            bootstrap.schedule();
            return bootstrap;
        }

        void awaitNode(String path) {
            awaitNode(path, 0);
        }

        /** Does what an operator's tool would, in a session of its own. */
        void operate(Transaction transaction) {
            RegistrySession session =
                    client.center().openSession().toCompletableFuture().join();
            assertThat(session.commit(transaction).toCompletableFuture().join())
                    .isInstanceOf(CommitResult.Committed.class);
            session.close();
        }

        /** Waits until a node exists and has so many children, in a session of its own. */
        void awaitNode(String path, int children) {
            RegistrySession session =
                    client.center().openSession().toCompletableFuture().join();
            CompletableFuture<Void> there = new CompletableFuture<>();
            Runnable look =
                    () -> session.read(ReadRequest.of(path).children(path)).thenAccept(result -> {
                        if (result instanceof ReadResult.Snapshot snapshot
                                && snapshot.node(path).isPresent()
                                && snapshot.children(path).size() >= children) {
                            there.complete(null);
                        }
                    });
            session.watch(path, Watch.Scope.NODE, hint -> look.run());
            look.run();
            there.orTimeout(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS).join();
            session.close();
        }

        /** No instance, no leader, no mark of any of these jobs is left. */
        void assertNothingIsBound(String prefix, int count) {
            RegistrySession session =
                    client.center().openSession().toCompletableFuture().join();
            List<String> lists = new ArrayList<>();
            List<String> nodes = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                lists.add(prefix + i + "/instances");
                nodes.add(prefix + i + "/leader/election/instance");
                for (int item = 0; item < 3; item++) {
                    nodes.add(prefix + i + "/sharding/" + item + "/running");
                }
            }
            ReadResult.Snapshot snapshot = (ReadResult.Snapshot) session.read(
                            ReadRequest.empty().nodes(nodes).children(lists).synced())
                    .toCompletableFuture()
                    .join();
            assertThat(snapshot.nodes()).isEmpty();
            assertThat(snapshot.childNames().values()).allMatch(List::isEmpty);
            session.close();
        }

        void loseSession() {
            center.sessions().forEach(client::expire);
        }

        /** The registry ends its session, and it does not learn that. */
        void vanish() {
            center.sessions().forEach(client::cut);
            center.sessions().forEach(client::expire);
        }
    }

    @AfterEach
    void closeAll() {
        instances.forEach(each -> each.center.close());
        instances.forEach(each -> each.client.close());
    }

    private static JobConfiguration.Builder config(String name, int total) {
        return JobConfiguration.newBuilder(name, total);
    }

    @Test
    void three_instances_share_the_items_and_every_instant_runs_once() {
        Recorder recorder = new Recorder();
        JobConfiguration config = config("shared", 6).cron(EVERY_SECOND).build();
        for (String name : List.of("A", "B", "C")) {
            new Instance(name).schedule(recorder.job(name), config);
        }
        recorder.await("four instants after all three have run", all -> allThree(all, 4));
        closeAllJobs();
        assertEveryInstantRanOnce(recorder, 6);
        assertThat(recorder.overlaps()).isEmpty();
    }

    private static boolean allThree(Recorder recorder, int instants) {
        return recorder.runs().stream().map(Recorder.Begun::instance).distinct().count() == 3
                && recorder.byInstant().size() >= instants;
    }

    private void closeAllJobs() {
        instances.forEach(each -> each.center.close());
    }

    /** Between the first and the last instant, none is missing and none was run twice for an item. */
    private static void assertEveryInstantRanOnce(Recorder recorder, int total) {
        Map<Instant, Map<Integer, Integer>> runs = recorder.byInstant();
        List<Instant> instants = new ArrayList<>(runs.keySet());
        for (int i = 1; i < instants.size(); i++) {
            assertThat(Duration.between(instants.get(i - 1), instants.get(i)))
                    .as("after " + instants.get(i - 1))
                    .isEqualTo(Duration.ofSeconds(1));
        }
        for (Instant instant : instants.subList(1, instants.size() - 1)) {
            assertThat(runs.get(instant).keySet()).as("items at " + instant).hasSize(total);
        }
        assertThat(runs.values()).allSatisfy(items -> assertThat(items.values()).containsOnly(1));
    }

    @Test
    void scaling_from_one_to_five_and_back_loses_and_doubles_nothing() {
        Recorder recorder = new Recorder();
        JobConfiguration config = config("scaled", 10).cron(EVERY_SECOND).build();
        List<ScheduleJobBootstrap> started = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            String name = "I" + i;
            started.add(new Instance(name).schedule(recorder.job(name), config));
            recorder.await(
                    name + " has run",
                    all -> all.runs().stream().anyMatch(run -> run.instance().equals(name)));
        }
        for (int i = 0; i < 4; i++) {
            started.get(i).shutdown();
            int seen = recorder.byInstant().size();
            recorder.await("two more instants", all -> all.byInstant().size() >= seen + 2);
        }
        closeAllJobs();
        assertEveryInstantRanOnce(recorder, 10);
        assertThat(recorder.overlaps()).isEmpty();
    }

    @Test
    void a_run_whose_instance_is_lost_is_taken_over_by_another() throws Exception {
        Recorder recorder = new Recorder();
        CountDownLatch never = new CountDownLatch(1);
        JobConfiguration config = config("lost", 2).failover(true).build();
        Instance a = new Instance("A");
        SimpleJob stuck = context -> never.await(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS);
        OneOffJobBootstrap first = new OneOffJobBootstrap(a.center, recorder.job("A", stuck), config);
        CompletableFuture<OneOffResult> result = first.execute();
        recorder.await("both items run on A", all -> all.runs().size() == 2);
        Instance b = new Instance("B");
        OneOffJobBootstrap second = new OneOffJobBootstrap(b.center, recorder.job("B"), config);
        b.awaitNode("/lost/instances", 2);
        a.vanish();
        recorder.await(
                "it is taken over by B",
                all -> all.runs().stream()
                        .anyMatch(run ->
                                run.instance().equals("B") && run.context().getSource() == RunSource.FAILOVER));
        Recorder.Begun takenOver = recorder.runs().stream()
                .filter(run -> run.context().getSource() == RunSource.FAILOVER)
                .findFirst()
                .orElseThrow();
        assertThat(takenOver.context().getAttempt()).isEqualTo(2);
        assertThat(takenOver.context().getFencingToken())
                .isGreaterThan(recorder.runs().stream()
                        .filter(run ->
                                run.item() == takenOver.item() && run.context().getAttempt() == 1)
                        .findFirst()
                        .orElseThrow()
                        .context()
                        .getFencingToken());
        never.countDown();
        a.center.sessions().forEach(a.client::heal);
        assertThat(result.get(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS).isSuccess())
                .isTrue();
        second.shutdown();
    }

    @Test
    void a_one_off_job_runs_as_often_as_asked_and_tells_the_outcome() throws Exception {
        Recorder recorder = new Recorder();
        JobConfiguration config = config("oneOff", 3).build();
        Instance a = new Instance("A");
        SimpleJob failing = context -> {
            if (context.getShardingItem() == 1) {
                throw new IllegalStateException("item 1 always fails");
            }
        };
        OneOffJobBootstrap job = new OneOffJobBootstrap(a.center, recorder.job("A", failing), config);
        List<CompletableFuture<OneOffResult>> results = List.of(job.execute(), job.execute(), job.execute());
        for (CompletableFuture<OneOffResult> result : results) {
            assertThat(result.get(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS).items())
                    .isEqualTo(Map.of(
                            0, OneOffResult.Outcome.DONE,
                            1, OneOffResult.Outcome.FAILED,
                            2, OneOffResult.Outcome.DONE));
        }
        assertThat(recorder.runs()).hasSize(9).allMatch(run -> run.context().getSource() == RunSource.ONE_OFF);
    }

    @Test
    void a_one_off_run_tells_of_items_that_do_not_run_because_they_are_disabled() throws Exception {
        Recorder recorder = new Recorder();
        JobConfiguration config = config("disabledItem", 2).build();
        Instance a = new Instance("A");
        OneOffJobBootstrap job = new OneOffJobBootstrap(a.center, recorder.job("A"), config);
        a.awaitNode("/disabledItem/sharding/1/instance");
        a.operate(Transaction.builder()
                .create("/disabledItem/sharding/1/disabled", "", Transaction.Mode.PERSISTENT)
                .build());
        Map<Integer, OneOffResult.Outcome> expected =
                Map.of(0, OneOffResult.Outcome.DONE, 1, OneOffResult.Outcome.ABANDONED);
        assertThat(job.execute().get(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS).items())
                .isEqualTo(expected);
        new OneOffJobBootstrap(new Instance("B").center, recorder.job("B"), config);
        a.awaitNode("/disabledItem/instances", 2);
        assertThat(job.execute().get(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS).items())
                .isEqualTo(expected);
        assertThat(recorder.runs()).hasSize(2).allMatch(run -> run.item() == 0);
    }

    @Test
    void a_one_off_run_of_one_instance_is_a_read_a_start_and_a_finish() throws Exception {
        Recorder recorder = new Recorder();
        Instance a = new Instance("A");
        OneOffJobBootstrap job = new OneOffJobBootstrap(
                a.center, recorder.job("A"), config("alone", 20).build());
        a.awaitNode("/alone/sharding/19/instance");
        job.execute().get(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS);
        a.center.reset();
        job.execute().get(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS);
        assertThat(a.center.reads()).as("reads").isEqualTo(1);
        assertThat(a.center.commits()).as("transactions").isEqualTo(2);
        assertThat(a.center.hints()).as("notifications").isZero();
    }

    @Test
    void the_first_run_of_a_new_job_takes_four_transactions_and_it_hears_of_one_at_the_most() throws Exception {
        Recorder recorder = new Recorder();
        Instance a = new Instance("A");
        OneOffJobBootstrap job = new OneOffJobBootstrap(
                a.center, recorder.job("A"), config("fresh", 20).build());
        job.execute().get(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS);
        assertThat(a.center.reads())
                .as("before the join, behind it, before the start")
                .isLessThanOrEqualTo(3);
        assertThat(a.center.commits()).as("join, epoch, start, finish").isEqualTo(4);
        assertThat(a.center.hints()).as("of the epoch").isLessThanOrEqualTo(1);
        assertThat(a.center.watches()).as("watches").isEqualTo(5);
    }

    @Test
    void an_instance_that_leaves_in_the_middle_of_a_run_lets_it_end_and_nobody_repeats_it() {
        Recorder recorder = new Recorder();
        CountDownLatch goOn = new CountDownLatch(1);
        JobConfiguration config =
                config("leaving", 1).cron(EVERY_SECOND).failover(true).build();
        Instance a = new Instance("A");
        ScheduleJobBootstrap leaving =
                a.schedule(recorder.job("A", context -> goOn.await(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS)), config);
        recorder.await("it runs on A", all -> !all.runs().isEmpty());
        new Instance("B").schedule(recorder.job("B"), config);
        CompletableFuture<Void> left = CompletableFuture.runAsync(leaving::shutdown);
        goOn.countDown();
        left.join();
        recorder.await(
                "B goes on",
                all -> all.runs().stream().anyMatch(run -> run.instance().equals("B")));
        closeAllJobs();
        assertThat(recorder.overlaps()).isEmpty();
        assertThat(recorder.byInstant().values())
                .allSatisfy(items -> assertThat(items.values()).containsOnly(1));
    }

    @Test
    void a_lost_session_is_replaced_and_the_job_goes_on() {
        Recorder recorder = new Recorder();
        JobConfiguration config = config("again", 2).cron(EVERY_SECOND).build();
        Instance a = new Instance("A");
        a.schedule(recorder.job("A"), config);
        recorder.await("it runs", all -> all.byInstant().size() >= 2);
        a.loseSession();
        int seen = recorder.byInstant().size();
        recorder.await("it runs again", all -> all.byInstant().size() >= seen + 3);
        assertThat(a.center.sessions()).hasSizeGreaterThan(1);
        closeAllJobs();
        assertThat(recorder.byInstant().values())
                .allSatisfy(items -> assertThat(items.values()).containsOnly(1));
    }

    // ---- budgets, by count ----

    @Test
    void a_new_job_is_registered_led_assigned_and_shown_by_two_transactions() {
        Instance a = new Instance("A");
        Instance observer = new Instance("observer");
        a.schedule(context -> {}, config("first", 1).cron(NEXT_YEAR).build());
        observer.awaitNode("/first/sharding/0/instance");
        a.center.reset();
        a.schedule(context -> {}, config("counted", 3).cron(NEXT_YEAR).build());
        observer.awaitNode("/counted/sharding/2/instance");
        assertThat(a.center.reads())
                .as("reads: all of the job, and what is watched from now on")
                .isBetween(1, 2);
        assertThat(a.center.commits())
                .as("commits: join, and the epoch that shows its owners")
                .isEqualTo(2);
    }

    @Test
    void only_the_leader_reads_who_takes_part_when_others_come_and_go() throws Exception {
        Recorder recorder = new Recorder();
        JobConfiguration config = config("members", 2).failover(true).build();
        Instance a = new Instance("A");
        new OneOffJobBootstrap(a.center, recorder.job("A"), config);
        a.awaitNode("/members/leader/election/instance");
        Instance b = new Instance("B");
        OneOffJobBootstrap onB = new OneOffJobBootstrap(b.center, recorder.job("B"), config);
        a.awaitNode("/members/instances", 2);
        onB.execute().get(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS);
        a.center.reset();
        b.center.reset();
        for (int i = 0; i < 3; i++) {
            OneOffJobBootstrap onC = new OneOffJobBootstrap(new Instance("C" + i).center, recorder.job("C"), config);
            a.awaitNode("/members/instances", 3);
            // Its answers come behind what it is told of others.
            onB.execute().get(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS);
            onC.shutdown();
            onB.execute().get(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS);
        }
        assertThat(a.center.memberReads()).as("of the leader").isGreaterThanOrEqualTo(3);
        assertThat(b.center.memberReads()).as("of another").isZero();
    }

    @Test
    void a_fire_takes_one_read_and_one_start_whatever_the_number_of_items() {
        Recorder recorder = new Recorder();
        Instance a = new Instance("A");
        int total = 200;
        a.schedule(
                recorder.job("A"), config("budget", total).cron("0/2 * * * * ?").build());
        recorder.await("a first instant has run", all -> all.runs().size() >= total && all.isIdle());
        recorder.await("a second one", all -> all.runs().size() >= 2 * total && all.isIdle());
        int instants = recorder.byInstant().size();
        a.center.reset();
        recorder.await("three more", all -> all.runs().size() >= (instants + 3) * total && all.isIdle());
        assertThat(a.center.reads()).as("reads").isLessThanOrEqualTo(4);
        assertThat(a.center.starts()).as("starts").isLessThanOrEqualTo(4);
        // Items that end together are recorded together, those that do not are not.
        assertThat(a.center.commits() - a.center.starts()).as("finishes").isLessThanOrEqualTo(4 * total);
        assertThat(a.center.watches()).as("watches").isLessThanOrEqualTo(6);
    }

    @Test
    void two_thousand_items_run_though_one_transaction_cannot_start_them_all() {
        int total = 2_000;
        Recorder recorder = new Recorder();
        Instance a = new Instance("A");
        a.schedule(
                recorder.job("A"), config("large", total).cron("0/5 * * * * ?").build());
        recorder.await("an instant has run", all -> all.runs().size() >= total && all.isIdle());
        closeAllJobs();
        assertThat(recorder.byInstant().values().iterator().next()).hasSize(total);
        assertThat(recorder.byInstant().values())
                .allSatisfy(items -> assertThat(items.values()).containsOnly(1));
        assertThat(a.center.refused()).as("refused").isZero();
    }

    @Test
    void thousand_jobs_join_fire_and_leave_without_a_thread_or_a_node_left_over() {
        Recorder recorder = new Recorder();
        Instance a = new Instance("A");
        Instance observer = new Instance("observer");
        Set<Thread> before = threads();
        List<ScheduleJobBootstrap> jobs = new ArrayList<>();
        int count = jobCount();
        for (int i = 0; i < count; i++) {
            jobs.add(a.schedule(
                    recorder.job("A"),
                    config("job-" + i, 3).cron("0/5 * * * * ?").build()));
        }
        recorder.await(
                "every item of every job has run",
                all -> all.runs().stream()
                                .map(run -> run.context().getJobName() + "/" + run.item())
                                .distinct()
                                .count()
                        == 3L * count);
        assertThat(keepAliveThreads(before)).hasSize(1).noneMatch(Thread::isDaemon);
        jobs.forEach(ScheduleJobBootstrap::shutdown);
        recorder.await(
                "the keep-alive thread ends with the last job",
                all -> keepAliveThreads(before).isEmpty());
        assertThat(a.center.watches()).isZero();
        recorder.await(
                "idle workers end",
                all -> threads().stream().noneMatch(thread -> thread.getName().startsWith("elasticjob-worker")));
        observer.assertNothingIsBound("/job-", count);
        a.center.close();
        recorder.await(
                "no thread is left",
                all -> threads().stream()
                        .filter(thread -> !before.contains(thread))
                        .noneMatch(thread -> thread.getName().matches("elasticjob-(timer|coordination|worker).*")));
    }

    /** How many jobs one process is tried with. */
    protected int jobCount() {
        return 1_000;
    }

    private static Set<Thread> keepAliveThreads(Set<Thread> before) {
        return threads().stream()
                .filter(thread -> thread.getName().equals("elasticjob-keep-alive") && !before.contains(thread))
                .collect(Collectors.toSet());
    }

    private static Set<Thread> threads() {
        return Set.copyOf(Thread.getAllStackTraces().keySet());
    }
}
