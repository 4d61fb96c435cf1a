package dev.elasticjob.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.engine.view.ItemNode;
import dev.elasticjob.engine.view.JobTree;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class JobTreeTest {

    private final JobTree tree = new JobTree("job");

    @Test
    void an_item_is_named_by_its_number_as_engines_write_it() {
        assertThat(List.of("0", "7", "10", "999999999")).allMatch(JobTree::isItem);
        assertThat(List.of("", "007", "00", "-1", "+1", "1000000000", "٣", "one", "1 "))
                .noneMatch(JobTree::isItem);
        assertThat(JobTree.itemsAmong(List.of("10", "9", "09", "note"))).containsExactly(9, 10);
    }

    @Test
    void all_paths_of_an_item_agree() {
        ItemNode node = tree.itemNode(12);

        assertThat(List.of(node.path(), node.owner(), node.running(), node.failover(), node.disabled(), node.misfire()))
                .containsExactly(
                        tree.item(12),
                        tree.owner(12),
                        tree.running(12),
                        tree.failoverMark(12),
                        tree.disabled(12),
                        tree.misfire(12))
                .allMatch(path -> path.startsWith("/job/sharding/12"));
    }

    @Test
    void the_item_of_a_published_owner_is_recognised() {
        assertThat(tree.itemOwnedAt(tree.owner(12))).isEqualTo(OptionalInt.of(12));
        assertThat(tree.itemOwnedAt("/job/sharding/012/instance")).isEmpty();
        assertThat(tree.itemOwnedAt("/job/sharding/12/x/instance")).isEmpty();
        assertThat(tree.itemOwnedAt(tree.running(12))).isEmpty();
        assertThat(tree.itemOwnedAt("/job/sharding/instance")).isEmpty();
        assertThat(tree.itemOwnedAt(tree.leaderInstance())).isEmpty();
    }

    @Test
    void nodes_that_only_engines_write_are_recognised() {
        assertThat(tree.folders().stream().filter(path -> !path.equals(tree.job())))
                .allMatch(tree::isWrittenByEngine);
        assertThat(List.of(tree.guarantee(), tree.running(0), "/job/systemTime/current"))
                .allMatch(tree::isWrittenByEngine);
        assertThat(List.of(tree.job(), tree.config(), "/job/note/servers", "/job2/servers", "/"))
                .noneMatch(tree::isWrittenByEngine);
    }

    @Test
    void a_job_is_told_from_the_nodes_of_another_application() {
        assertThat(List.of(List.of("config"), List.of("servers", "x"), List.of("instances")))
                .allMatch(JobTree::isJob);
        assertThat(JobTree.isJob(List.of("lock", "leader"))).isFalse();
        assertThat(JobTree.jobOf(tree.running(3))).isEqualTo("job");
        assertThat(JobTree.jobOf(tree.job())).isEqualTo("job");
        assertThat(JobTree.jobOf("/")).isEmpty();
    }
}
