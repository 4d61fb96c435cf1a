package dev.elasticjob.processes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.childprocess.ChildProcess;
import dev.elasticjob.identity.HostAddress;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests processes that are killed, stopped or terminated during a run, and an outage of the registry. */
class LostProcessTest {

    private static final int ITEMS = 3;

    private static boolean isBegun(Journal.Run run, String job) {
        return run.what().equals("begin") && run.job().equals(job);
    }

    private static void awaitAllBegun(Cluster cluster, String job) {
        cluster.journal()
                .await(
                        "every item of " + job + " runs",
                        all -> all.begun(job).map(Journal.Run::item).distinct().count() == ITEMS);
    }

    /** Lets every process join a job that runs on request, and run one of its items until it is released. */
    private static void runLongJobOnAll(Cluster cluster, RegistryView view, ChildProcess asking) {
        view.awaitOwners("long", ITEMS, 3);
        asking.send("execute long");
        awaitAllBegun(cluster, "long");
    }

    private static Journal.Run firstRunOf(Cluster cluster, String job, ChildProcess worker) {
        return cluster.journal()
                .begun(job)
                .filter(run -> run.pid() == worker.pid())
                .findFirst()
                .orElseThrow();
    }

    private static Journal.Run awaitTakeOver(Cluster cluster, Journal.Run lost) {
        Journal.Run taken = cluster.journal()
                .awaitRun(
                        "item " + lost.item() + " is taken over",
                        run -> isBegun(run, lost.job()) && run.item() == lost.item() && run.attempt() == 2);
        assertThat(taken.pid()).isNotEqualTo(lost.pid());
        assertThat(taken.source()).isEqualTo(RunSource.FAILOVER);
        assertThat(taken.scheduledAt()).isEqualTo(lost.scheduledAt());
        assertThat(taken.token()).isGreaterThan(lost.token());
        return taken;
    }

    private static void awaitEnd(Cluster cluster, Journal.Run begun) {
        cluster.journal().awaitRun("the end of " + begun, run -> run.what().equals("end") && run.isSameRunAs(begun));
    }

    @Test
    void a_process_killed_in_the_middle_of_a_run_is_taken_over_by_exactly_one_other(@TempDir Path data)
            throws Exception {
        try (Cluster cluster = new Cluster("killed", data);
                RegistryView view = cluster.view()) {
            cluster.start(3);
            String job = scheduleOneFire(cluster, view);
            awaitAllBegun(cluster, job);
            Journal.Run lost = cluster.journal()
                    .begun(job)
                    .filter(run -> run.item() == 2)
                    .findFirst()
                    .orElseThrow();
            assertThat(lost.attempt()).isEqualTo(1);
            ChildProcess victim = cluster.worker(lost.pid());
            cluster.kill(victim);
            cluster.endSessions(view, job, victim);
            Journal.Run taken = awaitTakeOver(cluster, lost);
            assertThat(view.processes(job)).doesNotContain(victim.pid());
            cluster.order("release " + job);
            awaitEnd(cluster, taken);
            cluster.terminateAll();
            assertOneRunOfEachItemAndOneMoreOf(cluster, job, victim);
        }
    }

    /** Asserts that every run of the lost process was repeated once by one other process, and no other run was repeated. */
    private static void assertOneRunOfEachItemAndOneMoreOf(Cluster cluster, String job, ChildProcess victim) {
        Journal journal = cluster.journal();
        List<Integer> lost = journal.begun(job)
                .filter(run -> run.pid() == victim.pid())
                .map(Journal.Run::item)
                .toList();
        assertThat(journal.begun(job).filter(run -> run.attempt() == 1).map(Journal.Run::item))
                .containsExactlyInAnyOrder(0, 1, 2);
        assertThat(journal.begun(job).filter(run -> run.attempt() > 1).map(Journal.Run::item))
                .containsExactlyInAnyOrderElementsOf(lost);
        journal.assertNothingOverlaps(job);
    }

    /**
     * Schedules a job with one fire soon and the next one a day later, and waits until all items have owners. On a busy machine that may
     * take longer than the time until the fire; in this case another job is scheduled, with more time.
     *
     * @return the name of the job
     */
    private static String scheduleOneFire(Cluster cluster, RegistryView view) {
        for (int seconds = 4; ; seconds *= 2) {
            String job = "daily-" + seconds;
            Instant fire = Instant.now().plusSeconds(seconds).truncatedTo(ChronoUnit.SECONDS);
            cluster.order("schedule-held " + job + " " + ITEMS + " " + onceADay(fire));
            view.awaitOwners(job, ITEMS, 3);
            if (Instant.now().isBefore(fire)) {
                return job;
            }
            cluster.order("release " + job);
        }
    }

    private static String onceADay(Instant instant) {
        return DateTimeFormatter.ofPattern("s m H").withZone(ZoneOffset.UTC).format(instant) + " * * ?";
    }

    @Test
    void a_killed_leader_that_was_alone_on_its_address_is_taken_over(@TempDir Path data) throws Exception {
        List<String> addresses = addresses();
        try (Cluster cluster = new Cluster("leader", data);
                RegistryView view = cluster.view()) {
            ChildProcess leader = cluster.start(1, preferring(addresses.get(0))).get(0);
            leader.send("join-held long " + ITEMS);
            assertThat(view.awaitLeader("long")).isEqualTo(leader.pid());
            // The host may have only one address; then all processes share it.
            List<ChildProcess> others = cluster.start(2, preferring(addresses.get(addresses.size() - 1)));
            others.forEach(each -> each.send("join-held long " + ITEMS));
            runLongJobOnAll(cluster, view, others.get(0));
            assertThat(view.instances("long").stream()
                            .map(RegistryView::address)
                            .distinct())
                    .hasSize(addresses.size());
            assertThat(view.awaitLeader("long")).isEqualTo(leader.pid());

            Journal.Run lost = firstRunOf(cluster, "long", leader);
            cluster.kill(leader);
            cluster.endSessions(view, "long", leader);
            Journal.Run taken = awaitTakeOver(cluster, lost);
            assertThat(view.processes("long")).doesNotContain(leader.pid());
            assertThat(view.awaitLeader("long"))
                    .isIn(others.get(0).pid(), others.get(1).pid());
            cluster.order("release long");
            awaitEnd(cluster, taken);
            cluster.journal()
                    .await(
                            "the caller learns the outcome of the run",
                            all -> all.lines()
                                    .contains("succeeded " + others.get(0).pid() + " long"));
            cluster.terminateAll();
            assertOneRunOfEachItemAndOneMoreOf(cluster, "long", leader);
        }
    }

    private static String preferring(String address) {
        return "-D" + HostAddress.PREFERRED_IP + "=" + address;
    }

    /** Returns the loopback address, and another address of this host if there is one. */
    private static List<String> addresses() throws Exception {
        String loopback = InetAddress.getLoopbackAddress().getHostAddress();
        Stream.Builder<String> others = Stream.builder();
        for (NetworkInterface card : NetworkInterface.networkInterfaces().toList()) {
            if (card.isUp()) {
                card.inetAddresses()
                        .filter(address -> !address.isLinkLocalAddress())
                        .map(InetAddress::getHostAddress)
                        .map(address -> address.replaceFirst("%.*", ""))
                        .filter(address -> !address.equals(loopback))
                        .forEach(others);
            }
        }
        return Stream.concat(Stream.of(loopback), others.build().limit(1)).toList();
    }

    @Test
    void a_paused_process_is_fenced_off_by_its_token_and_joins_again(@TempDir Path data) throws Exception {
        try (Cluster cluster = new Cluster("paused", data);
                RegistryView view = cluster.view()) {
            cluster.start(3);
            cluster.order("schedule ticks 6 * * * * * ?");
            cluster.order("join-held long " + ITEMS);
            runLongJobOnAll(cluster, view, cluster.workers().get(0));
            ChildProcess paused = cluster.workers().get(1);
            Journal.Run lost = firstRunOf(cluster, "long", paused);

            cluster.journal().remark("paused", paused);
            paused.signal("STOP");
            cluster.endSessions(view, "long", paused);
            Journal.Run taken = awaitTakeOver(cluster, lost);
            view.awaitGone("long", paused);
            int linesBefore = cluster.journal().lines().size();
            paused.signal("CONT");
            Journal.Run late = cluster.journal()
                    .awaitRun(
                            "the paused run is interrupted",
                            run -> run.what().equals("interrupted") && run.isSameRunAs(lost));
            assertThat(late.token()).as("what it writes can be refused").isLessThan(taken.token());
            view.awaitPresent("long", paused);
            cluster.journal()
                    .await(
                            "it joins again",
                            all -> all.runsAfter(linesBefore)
                                    .anyMatch(run -> isBegun(run, "ticks") && run.pid() == paused.pid()));

            cluster.order("release long");
            awaitEnd(cluster, taken);
            cluster.terminateAll();
            cluster.journal().assertNoAttemptRanTwice("ticks");
            assertOneRunOfEachItemAndOneMoreOf(cluster, "long", paused);
        }
    }

    @Test
    void a_process_that_is_terminated_finishes_its_run_and_its_items_continue_elsewhere(@TempDir Path data)
            throws Exception {
        try (Cluster cluster = new Cluster("terminated", data);
                RegistryView view = cluster.view()) {
            cluster.start(3);
            cluster.order("schedule-held held " + ITEMS + " * * * * * ?");
            view.awaitOwners("held", ITEMS, 3);
            awaitAllBegun(cluster, "held");
            Journal.Run last =
                    cluster.journal().begun("held").reduce((a, b) -> b).orElseThrow();
            ChildProcess leaving = cluster.worker(last.pid());

            leaving.signal("TERM");
            view.awaitGone("held", leaving);
            assertThat(leaving.isAlive()).as("it waits for its run").isTrue();
            leaving.send("release held");
            awaitEnd(cluster, last);
            assertThat(leaving.awaitExit()).isEqualTo(143);
            Journal.Run next = cluster.journal()
                    .awaitRun(
                            "its item continues",
                            run -> isBegun(run, "held") && run.item() == last.item() && run.pid() != leaving.pid());
            assertThat(next.attempt()).isEqualTo(1);
            assertThat(next.scheduledAt().orElseThrow())
                    .isAfter(last.scheduledAt().orElseThrow());

            cluster.order("release held");
            cluster.terminateAll();
            cluster.journal().assertNoFireRanTwice("held");
            cluster.journal().assertNothingOverlaps("held");
        }
    }

    @Test
    void a_run_that_exceeds_the_shutdown_limit_of_its_process_is_interrupted_and_fails_over(@TempDir Path data)
            throws Exception {
        try (Cluster cluster = new Cluster("outlasting", data);
                RegistryView view = cluster.view()) {
            cluster.start(3);
            cluster.order("join-held long " + ITEMS);
            runLongJobOnAll(cluster, view, cluster.workers().get(0));
            ChildProcess leaving = cluster.workers().get(1);
            Journal.Run lost = firstRunOf(cluster, "long", leaving);

            leaving.signal("TERM");
            assertThat(leaving.awaitExit()).isEqualTo(143);
            cluster.journal()
                    .awaitRun("it was interrupted", run -> run.what().equals("interrupted") && run.isSameRunAs(lost));
            Journal.Run taken = awaitTakeOver(cluster, lost);
            cluster.order("release long");
            awaitEnd(cluster, taken);
            cluster.terminateAll();
            assertOneRunOfEachItemAndOneMoreOf(cluster, "long", leaving);
        }
    }

    @Test
    void a_server_that_is_stopped_and_started_again_finds_every_process_at_work(@TempDir Path data) throws Exception {
        try (Cluster cluster = new Cluster("restarted", data)) {
            // Short sessions: a process interrupts its runs before its session can expire.
            cluster.start(3, "-D" + Worker.SESSION_MILLIS + "=6000");
            cluster.order("schedule ticks 6 * * * * * ?");
            cluster.order("join-held long " + ITEMS);
            try (RegistryView view = cluster.view()) {
                runLongJobOnAll(cluster, view, cluster.workers().get(0));
            }
            Journal journal = cluster.journal();
            journal.await(
                    "all run ticks",
                    all -> all.begun("ticks").map(Journal.Run::pid).distinct().count() == 3);

            int port = cluster.port();
            cluster.stopServer();
            journal.await(
                    "every process gives up its run in time",
                    all -> all.runs()
                                    .filter(run -> run.what().equals("interrupted"))
                                    .map(Journal.Run::pid)
                                    .distinct()
                                    .count()
                            == 3);
            int linesBefore = journal.lines().size();
            cluster.restartServer(port);
            journal.await(
                    "all run ticks again",
                    all -> all.runsAfter(linesBefore)
                                    .filter(run -> isBegun(run, "ticks"))
                                    .map(Journal.Run::pid)
                                    .distinct()
                                    .count()
                            == 3);
            cluster.order("release long");
            journal.await(
                    "what was given up is made up for",
                    all -> all.runs()
                                    .filter(run -> run.what().equals("end")
                                            && run.job().equals("long"))
                                    .map(Journal.Run::item)
                                    .distinct()
                                    .count()
                            == ITEMS);
            assertThat(cluster.workers()).allMatch(ChildProcess::isAlive);
            cluster.terminateAll();
            journal.assertNoAttemptRanTwice("ticks");
            journal.assertNothingOverlaps("ticks");
            journal.assertNothingOverlaps("long");
        }
    }
}
