package dev.elasticjob.test.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.RunSource;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.scheduler.OneOffResult;
import dev.elasticjob.test.registry.FaultyClient;
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

/**
 * Required behaviour of a cluster of instances on a registry. Every registry implementation extends this test in
 * addition to the registry contract.
 */
public abstract class ClusterTest {

    private static final String EVERY_SECOND = "* * * * * ?";
    private static final String NEXT_YEAR =
            "0 0 0 1 1 ? " + (Instant.now().atZone(ZoneOffset.UTC).getYear() + 2);

    private final List<Instance> instances = new ArrayList<>();

    /** Creates a client with a separate connection. */
    protected abstract FaultyClient newClient(String namespace);

    private Instance newInstance() {
        Instance instance = new Instance(newClient("cluster"));
        instances.add(instance);
        return instance;
    }

    @AfterEach
    void closeAll() {
        instances.forEach(Instance::close);
    }

    private static JobConfiguration.Builder config(String name, int total) {
        return JobConfiguration.newBuilder(name, total);
    }

    @Test
    void three_instances_share_the_items_and_no_fire_runs_twice() {
        Recorder recorder = new Recorder();
        JobConfiguration config = config("shared", 6).cron(EVERY_SECOND).build();
        for (String name : List.of("A", "B", "C")) {
            newInstance().schedule(recorder.job(name), config);
        }
        recorder.await(
                "four fires, and items on all three instances",
                all -> instancesOf(all).size() == 3 && all.byFireTime().size() >= 4);
        awaitAllItems(recorder, 6);
        closeAllJobs();
        assertNoFireRanTwice(recorder);
        assertThat(recorder.overlaps()).isEmpty();
    }

    private static Set<String> instancesOf(Recorder recorder) {
        return recorder.runs().stream().map(Recorder.Begun::instance).collect(Collectors.toSet());
    }

    /** Waits until every item has run for a fire time that is later than those seen so far. */
    private static void awaitAllItems(Recorder recorder, int total) {
        Instant latest = recorder.runs().stream()
                .map(Recorder.Begun::scheduledAt)
                .max(Instant::compareTo)
                .orElse(Instant.EPOCH);
        recorder.await(
                "all " + total + " items after " + latest,
                all -> all.runs().stream()
                                .filter(run -> run.scheduledAt().isAfter(latest))
                                .map(Recorder.Begun::item)
                                .distinct()
                                .count()
                        == total);
    }

    private void closeAllJobs() {
        instances.forEach(each -> each.center.close());
    }

    /**
     * The number of fires depends on the speed of the machine, because fires that are due while it is stalled are
     * merged. The engine's tests count them in simulated time.
     */
    private static void assertNoFireRanTwice(Recorder recorder) {
        assertThat(recorder.byFireTime().values())
                .allSatisfy(items -> assertThat(items.values()).containsOnly(1));
    }

    @Test
    void scaling_from_one_to_five_and_back_runs_every_item_and_no_fire_twice() {
        Recorder recorder = new Recorder();
        JobConfiguration config = config("scaled", 10).cron(EVERY_SECOND).build();
        List<ScheduleJobBootstrap> started = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            String name = "I" + i;
            started.add(newInstance().schedule(recorder.job(name), config));
            recorder.await(name + " has run", all -> instancesOf(all).contains(name));
        }
        for (int i = 0; i < 4; i++) {
            started.get(i).shutdown();
            awaitAllItems(recorder, 10);
        }
        closeAllJobs();
        assertNoFireRanTwice(recorder);
        assertThat(recorder.overlaps()).isEmpty();
    }

    @Test
    void a_run_whose_instance_is_lost_is_taken_over_by_another() throws Exception {
        Recorder recorder = new Recorder();
        CountDownLatch never = new CountDownLatch(1);
        JobConfiguration config = config("lost", 2).failover(true).build();
        Instance a = newInstance();
        SimpleJob stuck = context -> never.await(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS);
        OneOffJobBootstrap first = new OneOffJobBootstrap(a.center, recorder.job("A", stuck), config);
        CompletableFuture<OneOffResult> result = first.execute();
        recorder.await("both items run on A", all -> all.runs().size() == 2);
        Instance b = newInstance();
        OneOffJobBootstrap second = new OneOffJobBootstrap(b.center, recorder.job("B"), config);
        b.awaitChildren("/lost/instances", 2);
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
    void a_one_off_job_runs_as_often_as_requested_and_returns_the_outcome() throws Exception {
        Recorder recorder = new Recorder();
        JobConfiguration config = config("oneOff", 3).build();
        Instance a = newInstance();
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
    void a_one_off_run_reports_items_that_do_not_run_because_they_are_disabled() throws Exception {
        Recorder recorder = new Recorder();
        JobConfiguration config = config("disabledItem", 2).build();
        Instance a = newInstance();
        OneOffJobBootstrap job = new OneOffJobBootstrap(a.center, recorder.job("A"), config);
        a.awaitNode("/disabledItem/sharding/1/instance");
        a.operate(Transaction.builder()
                .create("/disabledItem/sharding/1/disabled", "", Transaction.Mode.PERSISTENT)
                .build());
        Map<Integer, OneOffResult.Outcome> expected =
                Map.of(0, OneOffResult.Outcome.DONE, 1, OneOffResult.Outcome.ABANDONED);
        assertThat(job.execute().get(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS).items())
                .isEqualTo(expected);
        new OneOffJobBootstrap(newInstance().center, recorder.job("B"), config);
        a.awaitChildren("/disabledItem/instances", 2);
        assertThat(job.execute().get(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS).items())
                .isEqualTo(expected);
        assertThat(recorder.runs()).hasSize(2).allMatch(run -> run.item() == 0);
    }

    @Test
    void an_instance_that_leaves_during_a_run_lets_it_end_and_it_is_not_repeated() {
        Recorder recorder = new Recorder();
        CountDownLatch goOn = new CountDownLatch(1);
        JobConfiguration config =
                config("leaving", 1).cron(EVERY_SECOND).failover(true).build();
        Instance a = newInstance();
        ScheduleJobBootstrap leaving =
                a.schedule(recorder.job("A", context -> goOn.await(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS)), config);
        recorder.await("it runs on A", all -> !all.runs().isEmpty());
        Instance b = newInstance();
        b.schedule(recorder.job("B"), config);
        b.awaitChildren("/leaving/instances", 2);
        CompletableFuture<Void> left = CompletableFuture.runAsync(leaving::shutdown);
        b.awaitChildren("/leaving/instances", 1);
        assertThat(recorder.isIdle()).as("A runs its item to the end").isFalse();
        goOn.countDown();
        left.join();
        recorder.await(
                "B continues",
                all -> all.runs().stream().anyMatch(run -> run.instance().equals("B")));
        closeAllJobs();
        assertThat(recorder.overlaps()).isEmpty();
        assertNoFireRanTwice(recorder);
    }

    @Test
    void a_lost_session_is_replaced_and_the_job_continues() {
        Recorder recorder = new Recorder();
        JobConfiguration config = config("again", 2).cron(EVERY_SECOND).build();
        Instance a = newInstance();
        a.schedule(recorder.job("A"), config);
        recorder.await("it runs", all -> all.byFireTime().size() >= 2);
        a.loseSession();
        int seen = recorder.byFireTime().size();
        recorder.await("it runs again", all -> all.byFireTime().size() >= seen + 3);
        assertThat(a.center.sessions()).hasSizeGreaterThan(1);
        closeAllJobs();
        assertNoFireRanTwice(recorder);
    }

    // ---- request counts that do not depend on the speed of the machine ----

    /**
     * Returns the maximum number of commits. How many transactions record ends depends on the time between them; the
     * engine's tests count them in simulated time.
     */
    private static int mostCommits(int before, int items) {
        return before + items;
    }

    @Test
    void the_first_run_of_a_new_job_is_joined_assigned_and_started_by_one_transaction_each() throws Exception {
        int total = 20;
        Recorder recorder = new Recorder();
        Instance a = newInstance();
        OneOffJobBootstrap job = new OneOffJobBootstrap(
                a.center, recorder.job("A"), config("fresh", total).build());
        job.execute().get(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS);
        assertThat(a.center.reads())
                .as("before the join, behind it, before the start")
                .isLessThanOrEqualTo(3);
        assertThat(a.center.starts()).as("starts").isEqualTo(1);
        assertThat(a.center.commits()).as("join, epoch, start, and ends").isBetween(4, mostCommits(3, total));
        assertThat(a.center.hints()).as("of the epoch").isLessThanOrEqualTo(1);
        assertThat(a.center.watches()).as("watches").isEqualTo(5);
    }

    @Test
    void a_later_run_of_the_only_instance_takes_one_read_and_one_start_whatever_the_number_of_items() throws Exception {
        int total = 200;
        Recorder recorder = new Recorder();
        Instance a = newInstance();
        OneOffJobBootstrap job = new OneOffJobBootstrap(
                a.center, recorder.job("A"), config("alone", total).build());
        job.execute().get(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS);
        a.center.reset();
        job.execute().get(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS);
        assertThat(recorder.runs()).hasSize(2 * total);
        assertThat(a.center.reads()).as("reads").isEqualTo(1);
        assertThat(a.center.starts()).as("starts").isEqualTo(1);
        assertThat(a.center.commits()).as("start and ends").isBetween(2, mostCommits(1, total));
        assertThat(a.center.hints()).as("notifications").isZero();
    }

    @Test
    void a_new_job_is_registered_led_assigned_and_shown_by_two_transactions() throws Exception {
        Instance a = newInstance();
        Instance observer = newInstance();
        // The first job on this session sends no further requests after its run.
        new OneOffJobBootstrap(
                        a.center, new Recorder().job("A"), config("first", 1).build())
                .execute()
                .get(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS);
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
    void only_the_leader_reads_the_members_when_instances_join_and_leave() throws Exception {
        Recorder recorder = new Recorder();
        JobConfiguration config = config("members", 2).failover(true).build();
        Instance a = newInstance();
        new OneOffJobBootstrap(a.center, recorder.job("A"), config);
        a.awaitNode("/members/leader/election/instance");
        Instance b = newInstance();
        OneOffJobBootstrap onB = new OneOffJobBootstrap(b.center, recorder.job("B"), config);
        a.awaitChildren("/members/instances", 2);
        onB.execute().get(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS);
        a.center.reset();
        b.center.reset();
        for (int i = 0; i < 3; i++) {
            OneOffJobBootstrap onC = new OneOffJobBootstrap(newInstance().center, recorder.job("C"), config);
            a.awaitChildren("/members/instances", 3);
            // B receives this result after any notification about other members.
            onB.execute().get(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS);
            onC.shutdown();
            onB.execute().get(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS);
        }
        assertThat(a.center.memberReads()).as("of the leader").isPositive();
        assertThat(b.center.memberReads()).as("of another").isZero();
    }

    @Test
    void five_thousand_items_run_though_one_transaction_cannot_start_them_all() throws Exception {
        int total = 5_000;
        Recorder recorder = new Recorder();
        Instance a = newInstance();
        OneOffJobBootstrap job = new OneOffJobBootstrap(
                a.center, recorder.job("A"), config("large", total).build());
        assertThat(job.execute().get(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS).items())
                .hasSize(total)
                .allSatisfy((item, outcome) -> assertThat(outcome).isEqualTo(OneOffResult.Outcome.DONE));
        assertThat(recorder.runs().stream().map(Recorder.Begun::item))
                .hasSize(total)
                .doesNotHaveDuplicates();
        assertThat(a.center.starts()).as("starts").isGreaterThan(1);
        assertThat(a.center.refused()).as("refused").isZero();
    }

    @Test
    void thousand_jobs_join_fire_and_leave_without_a_thread_or_a_node_left_over() {
        Recorder recorder = new Recorder();
        Instance a = newInstance();
        Instance observer = newInstance();
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
                all -> threads().stream()
                        .filter(thread -> !before.contains(thread))
                        .noneMatch(thread -> thread.getName().startsWith("elasticjob-worker")));
        observer.assertNothingIsBound("/job-", count);
        a.center.close();
        recorder.await(
                "no thread is left",
                all -> threads().stream()
                        .filter(thread -> !before.contains(thread))
                        .noneMatch(thread -> thread.getName().matches("elasticjob-(timer|coordination|worker).*")));
    }

    /** Returns the number of jobs with which one process is tested. */
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
