package dev.elasticjob.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.lifecycle.api.JobOperateAPI;
import dev.elasticjob.lifecycle.api.OperationException;
import dev.elasticjob.lifecycle.api.OperationException.Kind;
import dev.elasticjob.lifecycle.api.ShardingOperateAPI;
import dev.elasticjob.registry.Node;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Verifies which nodes each operation writes, and which it leaves unchanged. */
class JobOperationsTest extends OnZookeeper {

    private JobOperateAPI api() {
        return operations.jobOperate();
    }

    private ShardingOperateAPI items() {
        return operations.shardingOperate();
    }

    private static void assertKind(Throwable error, Kind kind) {
        assertThat(error)
                .isInstanceOfSatisfying(
                        OperationException.class,
                        each -> assertThat(each.kind()).isEqualTo(kind));
    }

    @Test
    void a_trigger_requests_a_run_of_every_instance_in_one_commit() {
        List<String> instances = tree.job("job", 2);

        api().trigger("job");

        assertThat(tree.children("/job/trigger")).containsExactlyElementsOf(instances);
        assertThat(instances.stream()
                        .map(id -> tree.node("/job/trigger/" + id).orElseThrow())
                        .map(Node::created)
                        .distinct())
                .hasSize(1);
        assertThat(tree.text("/job/trigger/" + instances.get(0))).contains("");
    }

    @Test
    void an_instance_keeps_its_earlier_run_requests() {
        List<String> instances = tree.job("job", 2);
        tree.put("/job/trigger/" + instances.get(0), "run-1 MANUAL_TRIGGER 0\n");

        api().trigger("job");
        api().trigger("job");

        assertThat(tree.text("/job/trigger/" + instances.get(0))).contains("run-1 MANUAL_TRIGGER 0\n");
        assertThat(tree.children("/job/trigger")).hasSize(2);
    }

    @Test
    void a_job_without_instances_cannot_be_triggered() {
        tree.put("/idle/config", Tree.config("idle", 1, ""));

        assertThatThrownBy(() -> api().trigger("idle"))
                .satisfies(error -> assertKind(error, Kind.NOT_POSSIBLE))
                .hasMessageContaining("no instance");
        assertThatThrownBy(() -> api().trigger("gone")).satisfies(error -> assertKind(error, Kind.NOT_FOUND));
        assertThat(tree.exists("/idle/trigger")).isFalse();
    }

    @Test
    void a_trigger_of_a_disabled_job_is_rejected_with_the_reason() {
        tree.job("off", 2);
        api().disable("off", null);
        tree.put("/off/servers/10.0.0.9", "ENABLED");

        assertThatThrownBy(() -> api().trigger("off"))
                .satisfies(error -> assertKind(error, Kind.NOT_POSSIBLE))
                .hasMessageContaining("disabled")
                .hasMessageContaining("10.0.0.1, 10.0.0.2");
        assertThat(tree.exists("/off/trigger")).isFalse();

        api().enable("off", "10.0.0.2");
        assertThat(api().requestRun("off").instances()).hasSize(2);
    }

    @Test
    void a_trigger_of_a_job_with_disabled_items_only_is_rejected() {
        tree.job("off", 2);
        tree.put("/off/sharding/0/disabled", "");
        tree.put("/off/sharding/1/disabled", "");

        assertThatThrownBy(() -> api().trigger("off"))
                .satisfies(error -> assertKind(error, Kind.NOT_POSSIBLE))
                .hasMessageContaining("All items");
        assertThat(tree.exists("/off/trigger")).isFalse();
    }

    @Test
    void a_job_is_disabled_and_enabled_on_all_its_servers() {
        tree.job("job", 2);

        api().disable("job", null);
        assertThat(tree.text("/job/servers/10.0.0.1")).contains("DISABLED");
        assertThat(tree.text("/job/servers/10.0.0.2")).contains("DISABLED");

        api().enable("job", "");
        assertThat(tree.text("/job/servers/10.0.0.1")).contains("ENABLED");
        assertThat(tree.text("/job/servers/10.0.0.2")).contains("ENABLED");
    }

    @Test
    void a_server_is_disabled_for_all_its_jobs_and_no_other_whose_address_begins_alike() {
        tree.job("one", 1);
        tree.job("two", 1);
        tree.put("/two/servers/10.0.0.10", "ENABLED");

        api().disable(null, "10.0.0.1");

        assertThat(tree.text("/one/servers/10.0.0.1")).contains("DISABLED");
        assertThat(tree.text("/two/servers/10.0.0.1")).contains("DISABLED");
        assertThat(tree.text("/two/servers/10.0.0.10")).contains("ENABLED");
        assertThat(tree.text("/one/servers/10.0.0.2")).contains("ENABLED");
    }

    @Test
    void one_job_is_disabled_on_one_server() {
        tree.job("one", 1);
        tree.job("two", 1);

        api().disable("two", "10.0.0.2");

        assertThat(tree.text("/two/servers/10.0.0.2")).contains("DISABLED");
        assertThat(tree.text("/two/servers/10.0.0.1")).contains("ENABLED");
        assertThat(tree.text("/one/servers/10.0.0.2")).contains("ENABLED");
    }

    @Test
    void an_unchanged_state_is_not_written_again() {
        tree.job("job", 1);

        api().enable("job", null);

        assertThat(tree.node("/job/servers/10.0.0.1").orElseThrow().version()).isZero();
    }

    @Test
    void neither_job_nor_server_means_nothing() {
        assertThatThrownBy(() -> api().disable(null, null)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> api().remove("", "")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_server_that_no_job_knows_is_named_in_the_error() {
        tree.job("job", 1);

        assertThatThrownBy(() -> api().disable("job", "10.0.0.9"))
                .satisfies(error -> assertKind(error, Kind.NOT_FOUND))
                .hasMessageContaining("10.0.0.9");
        assertThatThrownBy(() -> api().shutdown(null, "10.0.0.9"))
                .satisfies(error -> assertKind(error, Kind.NOT_FOUND));
        assertThatThrownBy(() -> api().disable("gone", null)).satisfies(error -> assertKind(error, Kind.NOT_FOUND));
    }

    @Test
    void a_shutdown_deletes_instances_and_keeps_servers() {
        List<String> instances = tree.job("job", 1);

        api().shutdown("job", "10.0.0.1");
        assertThat(tree.children("/job/instances")).containsExactly(instances.get(1));

        api().shutdown("job", null);
        assertThat(tree.children("/job/instances")).isEmpty();
        assertThat(tree.children("/job/servers")).containsExactly("10.0.0.1", "10.0.0.2");
        api().shutdown("job", null);
    }

    @Test
    void a_removal_deletes_servers_too_and_keeps_the_job() {
        tree.job("job", 1);
        tree.put("/job/servers/10.0.0.3", "DISABLED");

        api().remove("job", "10.0.0.1");
        assertThat(tree.children("/job/servers")).containsExactly("10.0.0.2", "10.0.0.3");

        api().remove(null, "10.0.0.3");
        assertThat(tree.children("/job/servers")).containsExactly("10.0.0.2");

        api().remove("job", null);
        assertThat(tree.children("/job/servers")).isEmpty();
        assertThat(tree.children("/job/instances")).isEmpty();
        assertThat(tree.exists("/job/config")).isTrue();
    }

    @Test
    void items_are_disabled_and_enabled_also_before_they_are_assigned() {
        tree.job("job", 2);

        items().disable("job", "1");
        items().disable("job", "1");
        assertThat(tree.exists("/job/sharding/1/disabled")).isTrue();

        items().enable("job", "1");
        items().enable("job", "1");
        assertThat(tree.exists("/job/sharding/1/disabled")).isFalse();
    }

    @Test
    void an_item_that_the_job_does_not_have_is_named_in_the_error() {
        tree.job("job", 2);

        assertThatThrownBy(() -> items().disable("job", "2"))
                .satisfies(error -> assertKind(error, Kind.NOT_FOUND))
                .hasMessageContaining("has 2");
        assertThatThrownBy(() -> items().disable("gone", "0")).satisfies(error -> assertKind(error, Kind.NOT_FOUND));
        assertThatThrownBy(() -> items().disable("job", "../0")).isInstanceOf(IllegalArgumentException.class);
        assertThat(tree.exists("/job/sharding")).isFalse();
    }
}
