package dev.elasticjob.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.lifecycle.api.OperationException;
import dev.elasticjob.lifecycle.domain.JobBriefInfo;
import dev.elasticjob.lifecycle.domain.JobBriefInfo.JobStatus;
import dev.elasticjob.lifecycle.domain.ServerBriefInfo;
import dev.elasticjob.lifecycle.domain.ShardingInfo;
import dev.elasticjob.lifecycle.domain.ShardingInfo.ShardingStatus;
import dev.elasticjob.lifecycle.view.EpochView;
import dev.elasticjob.lifecycle.view.ItemView;
import dev.elasticjob.lifecycle.view.JobDetail;
import dev.elasticjob.lifecycle.view.JobOverview;
import dev.elasticjob.lifecycle.view.RunState;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Views of jobs in every state, and of nodes that are not jobs. */
class JobViewsTest extends OnZookeeper {

    private JobBriefInfo brief(String job) {
        return operations.jobStatistics().getJobBriefInfo(job);
    }

    @Test
    void an_empty_namespace_has_no_jobs_and_no_servers() {
        assertThat(operations.jobs().names()).isEmpty();
        assertThat(operations.jobStatistics().getAllJobsBriefInfo()).isEmpty();
        assertThat(operations.jobStatistics().getJobsTotalCount()).isZero();
        assertThat(operations.serverStatistics().getServersTotalCount()).isZero();
        assertThat(operations.serverStatistics().getAllServersBriefInfo()).isEmpty();
    }

    @Test
    void a_job_that_is_not_there_is_named_in_the_error() {
        assertThatThrownBy(() -> brief("gone"))
                .isInstanceOfSatisfying(
                        OperationException.class,
                        error -> assertThat(error.kind()).isEqualTo(OperationException.Kind.NOT_FOUND))
                .hasMessageContaining("'gone'");
        assertThatThrownBy(() -> operations.shardingStatistics().getShardingInfo("gone"))
                .isInstanceOf(OperationException.class);
        assertThatThrownBy(() -> brief("a/config")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_job_that_was_never_assigned_has_items_without_owners() {
        tree.job("unassigned", 3);

        assertThat(brief("unassigned").getStatus()).isEqualTo(JobStatus.SHARDING_FLAG);
        assertThat(operations.shardingStatistics().getShardingInfo("unassigned"))
                .containsExactly(
                        new ShardingInfo(0, "", "", ShardingStatus.SHARDING_FLAG, false),
                        new ShardingInfo(1, "", "", ShardingStatus.SHARDING_FLAG, false),
                        new ShardingInfo(2, "", "", ShardingStatus.SHARDING_FLAG, false));
    }

    @Test
    void items_of_another_engine_are_owned_by_the_instance_in_their_nodes() {
        List<String> instances = tree.job("assigned", 2);
        tree.put("/assigned/sharding/0/instance", instances.get(0));
        tree.put("/assigned/sharding/1/instance", instances.get(1));
        tree.put("/assigned/sharding/1/running", instances.get(1));
        tree.put("/assigned/sharding/0/failover", instances.get(1));
        tree.put("/assigned/sharding/0/misfire", "");

        assertThat(brief("assigned"))
                .isEqualTo(new JobBriefInfo("assigned", JobStatus.OK, "of assigned", "0 0 3 * * ?", 2, 2, ""));
        assertThat(operations.shardingStatistics().getShardingInfo("assigned"))
                .containsExactly(
                        new ShardingInfo(0, "10.0.0.1", instances.get(0), ShardingStatus.PENDING, true),
                        new ShardingInfo(1, "10.0.0.2", instances.get(1), ShardingStatus.RUNNING, false));
        ItemView first = operations.jobs().detail("assigned").items().get(0);
        assertThat(first.takenOverBy()).contains(instances.get(1));
        assertThat(first.misfire()).isTrue();
    }

    @Test
    void an_item_whose_owner_is_gone_awaits_assignment() {
        List<String> instances = tree.job("left", 2);
        tree.put("/left/sharding/0/instance", instances.get(0));
        tree.put("/left/sharding/1/instance", "10.0.0.9@-@999");
        tree.put("/left/sharding/1/disabled", "");

        assertThat(brief("left").getStatus()).isEqualTo(JobStatus.SHARDING_FLAG);
        assertThat(operations.shardingStatistics().getShardingInfo("left"))
                .extracting(ShardingInfo::getStatus)
                .containsExactly(ShardingStatus.PENDING, ShardingStatus.DISABLED);
    }

    private void healthy(String name) {
        List<String> instances = tree.job(name, 2);
        tree.put("/" + name + "/sharding/0/instance", instances.get(0));
        tree.put("/" + name + "/sharding/1/instance", instances.get(1));
        assertThat(brief(name).getStatus()).isEqualTo(JobStatus.OK);
    }

    @Test
    void a_job_is_not_ok_when_the_only_enabled_server_has_no_instance() {
        healthy("stranded");
        tree.put("/stranded/servers/10.0.0.1", "DISABLED");
        tree.put("/stranded/servers/10.0.0.2", "DISABLED");
        tree.put("/stranded/servers/10.0.0.3", "ENABLED");

        assertThat(brief("stranded").getStatus()).isEqualTo(JobStatus.DISABLED);
    }

    @Test
    void a_job_is_not_ok_when_an_item_is_disabled() {
        healthy("partly");
        tree.put("/partly/sharding/1/disabled", "");

        assertThat(brief("partly").getStatus()).isNotEqualTo(JobStatus.OK);
        assertThat(operations.jobs().detail("partly").overview().status().name())
                .isEqualTo("ITEMS_DISABLED");
    }

    @Test
    void a_job_is_not_ok_when_the_last_run_of_an_item_failed() {
        healthy("failing");
        tree.put(
                "/failing/sharding/0",
                "begun 1700000000000\nrun cron-1700000000000\nstate failed\nsource NORMAL_TRIGGER\nat 1700000000000\n"
                        + "attempt 1\ntotal 2\nsession 1003f2a1b2c0001\ninstance 10.0.0.1@-@101\nnonce 3f9c-12\n");

        assertThat(brief("failing").getStatus()).isNotEqualTo(JobStatus.OK);
        assertThat(operations
                        .jobs()
                        .overviews(List.of("failing"))
                        .get(0)
                        .status()
                        .name())
                .isEqualTo("FAILING");
    }

    @Test
    void a_job_without_instances_is_crashed_and_still_shown_with_its_items() {
        tree.put("/crashed/config", Tree.config("crashed", 1, ""));
        tree.put("/crashed/servers/10.0.0.1", "ENABLED");
        tree.put("/crashed/sharding/0/instance", "10.0.0.1@-@1");

        assertThat(brief("crashed").getStatus()).isEqualTo(JobStatus.CRASHED);
        assertThat(operations.shardingStatistics().getShardingInfo("crashed"))
                .containsExactly(new ShardingInfo(0, "10.0.0.1", "10.0.0.1@-@1", ShardingStatus.SHARDING_FLAG, false));
    }

    @Test
    void a_job_is_disabled_when_all_of_its_servers_are() {
        tree.job("half", 1);
        tree.put("/half/servers/10.0.0.1", "DISABLED");
        tree.job("whole", 1);
        tree.put("/whole/servers/10.0.0.1", "DISABLED");
        tree.put("/whole/servers/10.0.0.2", "DISABLED");

        assertThat(brief("half").getStatus()).isEqualTo(JobStatus.SHARDING_FLAG);
        assertThat(brief("whole").getStatus()).isEqualTo(JobStatus.DISABLED);
    }

    @Test
    void an_epoch_left_by_this_engine_is_ignored_for_another_engine() {
        List<String> instances = tree.job("back", 1);
        tree.put("/back/leader/sharding", """
            number 7
            state open
            total 1
            since 0
            members 10.0.0.1@-@1-abc
            owners 0
            """);
        tree.put("/back/sharding/0/instance", instances.get(0));

        assertThat(brief("back").getStatus()).isEqualTo(JobStatus.OK);
        assertThat(operations.jobs().overview("back").epoch()).isEmpty();
    }

    @Test
    void a_broken_configuration_is_listed_with_its_reason_among_the_others() {
        tree.job("sound", 1);
        tree.job("broken", 1);
        tree.put("/broken/config", "cron: [unclosed\npassword: s3cret");
        tree.job("wrong", 1);
        tree.put("/wrong/config", Tree.config("wrong", 0, ""));

        List<JobOverview> jobs = operations.jobs().overviews();

        assertThat(jobs).extracting(JobOverview::jobName).containsExactly("broken", "sound", "wrong");
        assertThat(jobs.get(0).problem().orElseThrow())
                .contains("/broken/config")
                .doesNotContain("s3cret");
        assertThat(jobs.get(0).configuration()).isEmpty();
        assertThat(jobs.get(1).problem()).isEmpty();
        assertThat(jobs.get(2).problem().orElseThrow()).contains("shardingTotalCount");
        assertThat(operations
                        .jobs()
                        .detail("broken")
                        .configurationText()
                        .orElseThrow()
                        .text())
                .startsWith("cron: [unclosed");
    }

    @Test
    void a_job_without_configuration_is_displayed_with_the_reason() {
        tree.put("/leftover/servers/10.0.0.1", "");
        tree.put("/leftover/sharding/0", "");

        JobBriefInfo info = brief("leftover");

        assertThat(info.getStatus()).isEqualTo(JobStatus.CRASHED);
        assertThat(info.getProblem()).contains("no config");
        assertThat(operations.jobs().detail("leftover").items()).hasSize(1);
    }

    @Test
    void nodes_that_are_no_jobs_are_not_listed() {
        tree.put("/lock/_c_1234", "x");
        tree.put("/note", "hello");
        tree.job("job", 1);
        tree.put("/job/systemTime/current", "");
        tree.put("/job/sharding/not-a-number", "");
        tree.put("/job/sharding/007", "");

        assertThat(operations.jobs().names()).containsExactly("job");
        assertThat(operations.jobStatistics().getJobsTotalCount()).isEqualTo(1);
        assertThat(operations.jobStatistics().getAllJobsBriefInfo()).hasSize(1);
        assertThat(operations.shardingStatistics().getShardingInfo("job"))
                .extracting(ShardingInfo::getItem)
                .containsExactly(0);
    }

    @Test
    void the_epoch_determines_the_owners_of_items_of_this_engine() {
        tree.job("foreign", 1);
        tree.put("/native/config", Tree.config("native", 2, ""));
        tree.put("/native/servers/10.0.0.1", "");
        tree.bind("/native/instances/10.0.0.1@-@1-abc", "");
        tree.put("/native/leader/sharding", epoch("open", "0,0"));
        tree.put("/native/sharding/0/instance", "a former owner");

        assertThat(brief("native").getStatus()).isEqualTo(JobStatus.OK);
        assertThat(operations.jobs().overview("native").epoch()).contains(new EpochView(7, true, 2));
        assertThat(operations.shardingStatistics().getShardingInfo("native"))
                .extracting(ShardingInfo::getInstanceId)
                .containsOnly("10.0.0.1@-@1-abc");

        tree.put("/native/leader/sharding", epoch("closed", "0,0"));
        assertThat(brief("native").getStatus()).isEqualTo(JobStatus.SHARDING_FLAG);
        tree.put("/native/leader/sharding", epoch("open", "0,-"));
        assertThat(brief("native").getStatus()).isEqualTo(JobStatus.SHARDING_FLAG);
    }

    private static String epoch(String state, String owners) {
        return "number 7\nstate " + state + "\ntotal 2\nsince 0\nmembers 10.0.0.1@-@1-abc\nowners " + owners + "\n";
    }

    @ParameterizedTest
    @ValueSource(strings = {"2147483647", "2000000000", "-1", "99999999999999999999", "three"})
    void data_that_is_no_epoch_and_no_record_does_not_hide_the_job(String total) {
        tree.put("/odd/config", Tree.config("odd", 1, ""));
        tree.bind("/odd/instances/10.0.0.1@-@1-abc", "");
        tree.put("/odd/leader/sharding", "number 1\ntotal " + total + "\nsince 0\nowners 0");
        tree.put("/odd/sharding/0", "\u0000\u0001 rubbish\nrun x\nattempt " + total);
        tree.put("/odd/sharding/999999999", "");

        JobDetail detail = operations.jobs().detail("odd");

        assertThat(detail.overview().status()).isEqualTo(JobStatus.SHARDING_FLAG);
        assertThat(detail.items()).extracting(ItemView::item).containsExactly(0, 999_999_999);
        assertThat(detail.items().get(0).run().orElseThrow().state()).isEqualTo(RunState.UNKNOWN);
        assertThat(detail.items().get(1).run()).isEmpty();
    }

    @Test
    void servers_are_counted_over_all_jobs() {
        List<String> instances = tree.job("one", 1);
        tree.job("two", 1);
        tree.put("/two/servers/10.0.0.1", "DISABLED");
        tree.put("/two/servers/10.0.0.10", "");

        assertThat(operations.serverStatistics().getServersTotalCount()).isEqualTo(3);
        assertThat(operations.serverStatistics().getAllServersBriefInfo())
                .containsExactly(
                        new ServerBriefInfo("10.0.0.1", List.of(instances.get(0)), List.of("one", "two"), 1),
                        new ServerBriefInfo("10.0.0.2", List.of(instances.get(1)), List.of("one", "two"), 0),
                        new ServerBriefInfo("10.0.0.10", List.of(), List.of("two"), 0));
    }

    @Test
    void the_jobs_of_a_server_show_what_they_have_there() {
        tree.job("one", 1);
        tree.job("two", 1);
        tree.put("/two/servers/10.0.0.1", "DISABLED");
        tree.put("/three/config", Tree.config("three", 1, ""));
        tree.put("/three/servers/10.0.0.1", "");
        tree.put("/four/config", Tree.config("four", 1, ""));
        tree.put("/four/servers/10.0.0.10", "");

        assertThat(operations.jobStatistics().getJobsBriefInfo("10.0.0.1").stream()
                        .collect(Collectors.toMap(JobBriefInfo::getJobName, JobBriefInfo::getStatus)))
                .containsOnlyKeys("one", "two", "three")
                .containsEntry("one", JobStatus.SHARDING_FLAG)
                .containsEntry("two", JobStatus.DISABLED)
                .containsEntry("three", JobStatus.CRASHED);
        assertThat(operations.jobStatistics().getJobsBriefInfo("10.0.0.1"))
                .extracting(JobBriefInfo::getInstanceCount)
                .containsExactly(1, 0, 1);
    }

    @Test
    void a_page_of_names_shows_those_that_are_there() {
        tree.job("one", 1);
        tree.job("two", 1);

        assertThat(operations.jobs().overviews(List.of("two", "gone")))
                .extracting(JobOverview::jobName)
                .containsExactly("two");
    }

    @Test
    void the_next_fire_is_computed_in_the_time_zone_of_the_job() {
        tree.put("/zoned/config", Tree.config("zoned", 1, "timeZone: Asia/Shanghai\n"));

        assertThat(operations.jobs().overview("zoned").nextFire().orElseThrow().toString())
                .endsWith("T19:00:00Z");
    }

    @Test
    void changes_are_published_with_the_name_of_the_job() {
        tree.job("watched", 1);
        ConcurrentLinkedQueue<String> notified = new ConcurrentLinkedQueue<>();
        try (var watch = operations.jobs().onChange(notified::add)) {
            assertThat(watch).isNotNull();
            tree.put("/watched/servers/10.0.0.1", "DISABLED");
            await("a notification of the change").until(() -> notified.contains("watched"));
        }
    }
}
