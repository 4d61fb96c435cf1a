package dev.elasticjob.console.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.console.Client;
import dev.elasticjob.console.SharedConsole;
import dev.elasticjob.console.security.Role;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** Search across jobs, servers, instances and runs, and missed fires. */
@ExtendWith(SharedConsole.class)
class SearchTest {

    private final Client guest = SharedConsole.console().as(Role.GUEST);
    private final Tree tree = new Tree();

    @AfterEach
    void close() {
        tree.close();
    }

    private JsonNode search(String text) {
        return guest.get(tree.api + "/search?text=" + URLEncoder.encode(text, StandardCharsets.UTF_8))
                .json();
    }

    /** Creates a job that has an assignment but no live instance. */
    private void lateJob() {
        tree.put(Map.of(
                "/late/config",
                "cron: 0 0 0 1 1 ?\njobName: late\nmonitorExecution: true\nshardingTotalCount: 1\ntimeZone: UTC\n",
                "/late/servers/10.0.0.3",
                "",
                "/late/leader/sharding",
                "number 1\n"
                        + "state open\n"
                        + "total 1\n"
                        + "since 0\n"
                        + "monitor true\n"
                        + "cron 0 0 0 1 1 ?\n"
                        + "zone UTC\n"
                        + "members a\n"
                        + "owners 0\n",
                "/late/sharding/0",
                "begun 0\nrun cron-0\nstate done\nsource NORMAL_TRIGGER\nat 0\nattempt 1\ntotal 1\nsession 1f\n"
                        + "instance 10.0.0.3@-@1-a\nnonce n\n"));
    }

    @Test
    void jobs_servers_and_instances_are_found_by_a_part_of_their_names() {
        tree.job("Alpha", 1, "");
        tree.job("beta", 1, "");

        assertThat(search("ALPHA").get("jobs").values())
                .extracting(JsonNode::asString)
                .containsExactly("Alpha");
        JsonNode found = search("10.0.0.1");
        assertThat(found.get("jobs").isEmpty()).isTrue();
        assertThat(found.get("servers").toString()).isEqualTo("[{\"server\":\"10.0.0.1\",\"jobs\":2}]");
        assertThat(found.get("instances").toString()).isEqualTo("[{\"instance\":\"10.0.0.1@-@101\",\"jobs\":2}]");
        assertThat(found.get("more").asBoolean()).isFalse();
        JsonNode cut = guest.get(tree.api + "/search?text=a&size=1").json();
        assertThat(cut.get("jobs")).hasSize(1);
        assertThat(cut.get("more").asBoolean()).isTrue();
        assertThat(guest.get(tree.api + "/search?text=%20").status()).isEqualTo(400);
    }

    @Test
    void a_run_is_found_by_the_id_that_items_show() {
        lateJob();

        JsonNode runs = search("cron-0").get("runs");

        assertThat(runs).hasSize(1);
        assertThat(runs.get(0).get("jobName").asString()).isEqualTo("late");
        assertThat(runs.get(0).get("run").get("state").asString()).isEqualTo("DONE");
    }

    @Test
    void overdue_fires_are_listed_for_all_jobs_and_for_one() {
        lateJob();
        tree.job("foreign", 1, "");

        JsonNode overdue = guest.get(tree.api + "/overdue").json();

        assertThat(overdue.get("total").asInt()).isEqualTo(1);
        assertThat(overdue.get("watched").asInt()).isEqualTo(1);
        assertThat(overdue.get("unknown").asInt()).as("another engine's").isEqualTo(1);
        JsonNode job = overdue.get("items").get(0);
        assertThat(job.get("jobName").asString()).isEqualTo("late");
        assertThat(job.get("reason").asString()).isEqualTo("NO_INSTANCE");
        assertThat(job.get("lastBegun").asString()).isEqualTo("1970-01-01T00:00:00Z");
        assertThat(guest.get(tree.api + "/jobs/late").json().get("overdue")).isEqualTo(job);
        assertThat(guest.get(tree.api + "/jobs?overdue=true")
                        .json()
                        .get("items")
                        .get(0)
                        .get("name")
                        .asString())
                .isEqualTo("late");
        assertThat(guest.get(tree.api + "/jobs?overdue=false")
                        .json()
                        .get("total")
                        .asInt())
                .isEqualTo(1);
    }
}
