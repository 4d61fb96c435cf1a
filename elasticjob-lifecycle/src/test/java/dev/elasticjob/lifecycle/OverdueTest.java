package dev.elasticjob.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.elasticjob.lifecycle.view.FoundRun;
import dev.elasticjob.lifecycle.view.OverdueJob;
import dev.elasticjob.lifecycle.view.OverdueJob.Reason;
import dev.elasticjob.lifecycle.view.OverdueJobs;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Finds missed fires in the registry. The jobs of this test are due at the beginning of every year. */
class OverdueTest extends OnZookeeper {

    private static final String INSTANCE = "10.0.0.1@-@1-abc";
    private static final Instant THIS_YEAR = newYear(0);
    private static final Instant LAST_YEAR = newYear(1);
    private static final Instant BEFORE = newYear(2);

    private static Instant newYear(int ago) {
        return Instant.now()
                .atZone(ZoneOffset.UTC)
                .truncatedTo(ChronoUnit.DAYS)
                .withDayOfYear(1)
                .minusYears(ago)
                .toInstant();
    }

    @BeforeEach
    void makeJob() {
        tree.put("/job/config", config("monitorExecution: true\n"));
        tree.put("/job/servers/10.0.0.1", "ENABLED");
        tree.put("/job/leader/sharding", epoch("open", "0,0", BEFORE, ""));
    }

    private static String config(String more) {
        return "cron: 0 0 0 1 1 ?\njobName: job\nshardingTotalCount: 2\ntimeZone: UTC\n" + more;
    }

    private static String epoch(String state, String owners, Instant since, String more) {
        return "number 7\nstate " + state + "\ntotal 2\nsince " + since.toEpochMilli()
                + "\nmonitor true\ncron 0 0 0 1 1 ?\nzone UTC\nmembers " + INSTANCE + "\nowners " + owners + "\n"
                + more;
    }

    private void begun(int item, Instant at) {
        tree.put("/job/sharding/" + item, "begun " + at.toEpochMilli() + "\n");
    }

    private void instance() {
        tree.bind("/job/instances/" + INSTANCE, "");
    }

    private List<OverdueJob> overdue() {
        List<OverdueJob> jobs = operations.jobs().overdue().jobs();
        assertThat(operations.jobs().detail("job").overdue().stream().toList())
                .as("what the job itself shows")
                .isEqualTo(jobs);
        return jobs;
    }

    @Test
    void a_job_that_has_begun_its_last_fire_is_not_overdue() {
        instance();
        begun(0, THIS_YEAR);
        begun(1, THIS_YEAR);

        assertThat(overdue()).isEmpty();
        assertThat(operations.jobs().overdue())
                .extracting(OverdueJobs::watched, OverdueJobs::unknown)
                .containsExactly(1, 0);
    }

    @Test
    void an_item_that_has_not_begun_its_last_fire_is_overdue_although_its_owner_is_live() {
        instance();
        begun(0, THIS_YEAR);
        begun(1, LAST_YEAR);

        assertThat(overdue())
                .containsExactly(new OverdueJob(
                        "job", Reason.NOT_BEGUN, THIS_YEAR, THIS_YEAR, Optional.of(LAST_YEAR), 1, List.of(1), 2));
    }

    @Test
    void a_job_without_instances_is_overdue_since_the_first_fire_that_did_not_begin() {
        begun(0, BEFORE);

        OverdueJob job = overdue().get(0);

        assertThat(job.reason()).isEqualTo(Reason.NO_INSTANCE);
        assertThat(job.firstDue()).isEqualTo(LAST_YEAR);
        assertThat(job.latestDue()).isEqualTo(THIS_YEAR);
        assertThat(job.lastBegun()).as("item 1 never began anything").isEmpty();
        assertThat(job.overdueItems()).isEqualTo(2);
    }

    @Test
    void an_item_without_owner_and_a_change_of_the_total_are_reported() {
        instance();
        begun(0, THIS_YEAR);
        tree.put("/job/leader/sharding", epoch("open", "0,-", BEFORE, ""));
        assertThat(overdue()).extracting(OverdueJob::reason).containsExactly(Reason.NO_OWNER);

        tree.put("/job/leader/sharding", epoch("closed", "0,0", BEFORE, ""));
        assertThat(overdue()).extracting(OverdueJob::reason).containsExactly(Reason.ITEMS_BEING_CHANGED);
    }

    @Test
    void items_that_run_or_are_disabled_are_not_overdue() {
        instance();
        begun(0, LAST_YEAR);
        begun(1, LAST_YEAR);
        tree.put("/job/sharding/0/running", INSTANCE);
        tree.put("/job/sharding/1/disabled", "");

        assertThat(overdue()).isEmpty();
    }

    @Test
    void a_job_that_was_switched_off_on_all_servers_is_not_overdue() {
        tree.put("/job/servers/10.0.0.1", "DISABLED");

        assertThat(overdue()).isEmpty();
        assertThat(operations.jobs().overdue().unknown()).isZero();

        tree.put("/job/servers/10.0.0.1", "ENABLED");
        tree.put("/job/leader/sharding", epoch("open", "0,0", BEFORE, "paused true\n"));
        assertThat(overdue()).as("nothing is owed before the next epoch").isEmpty();
    }

    @Test
    void a_fire_before_the_schedule_was_set_is_not_overdue() {
        instance();
        tree.put("/job/leader/sharding", epoch("open", "0,0", THIS_YEAR.plusSeconds(1), ""));
        assertThat(overdue()).isEmpty();

        tree.put("/job/leader/sharding", epoch("open", "0,0", BEFORE, "").replace("cron 0 0 0", "cron 0 0 7"));
        assertThat(overdue()).as("the schedule was edited just now").isEmpty();
    }

    @Test
    void a_fire_that_fell_due_during_a_run_is_dropped_without_misfire() {
        instance();
        begun(0, THIS_YEAR);
        tree.put(
                "/job/sharding/1",
                "begun " + LAST_YEAR.toEpochMilli() + "\ndue " + THIS_YEAR.toEpochMilli() + "\ncompleted 5\n");
        assertThat(overdue()).as("it has to be made up for").hasSize(1);

        tree.put("/job/config", config("misfire: false\nmonitorExecution: true\n"));
        assertThat(overdue()).isEmpty();
    }

    @Test
    void jobs_that_leave_no_record_are_counted_as_unknown() {
        tree.put("/job/config", config("monitorExecution: false\n"));
        tree.job("foreign", 1);
        tree.put("/one-off/config", "jobName: one-off\nshardingTotalCount: 1\n");
        tree.put("/broken/config", "cron: [");

        assertThat(operations.jobs().overdue())
                .satisfies(found -> assertThat(found.jobs()).isEmpty())
                .extracting(OverdueJobs::watched, OverdueJobs::unknown)
                .containsExactly(0, 2);
    }

    @Test
    void a_run_is_found_by_its_id() {
        tree.put(
                "/job/sharding/1",
                "begun 0\nrun trigger-2f\nstate done\nsource MANUAL_TRIGGER\nattempt 1\ntotal 2\nsession 1f\ninstance "
                        + INSTANCE + "\nnonce n\n");

        assertThat(operations.jobs().runs("trigger-2f"))
                .extracting(FoundRun::jobName, FoundRun::item)
                .containsExactly(tuple("job", 1));
        assertThat(operations.jobs().runs("trigger-2e")).isEmpty();
    }
}
