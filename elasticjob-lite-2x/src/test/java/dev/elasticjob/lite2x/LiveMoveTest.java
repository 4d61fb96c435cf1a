package dev.elasticjob.lite2x;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A job moves from a process of 2.1.5 to one of this engine and back, with what operators have set. */
class LiveMoveTest extends OnZookeeper {

    @Test
    void a_job_moves_to_this_engine_and_back_and_keeps_what_operators_have_set() throws Exception {
        String original = ProgramProcess.classPathOf2x();
        String config;
        try (ProgramProcess theirs = ProgramProcess.start(original, "Mover", servers(), namespace)) {
            theirs.awaitLine("run: 0 of 2"::equals);
            center.update(
                    "/moved/config",
                    center.get("/moved/config").replace("\"shardingTotalCount\":2", "\"shardingTotalCount\":3"));
            theirs.awaitLine("run: 2 of 3"::equals);
            center.persist("/moved/sharding/1/disabled", "");
            config = center.get("/moved/config");

            try (ProgramProcess ours =
                    ProgramProcess.start(ProgramProcess.classPathOfAdapter(), "Mover", servers(), namespace)) {
                ours.awaitLine("ready: to run"::equals);
                theirs.awaitLine("run: 0 of 3"::equals);
                theirs.awaitLine("run: 2 of 3"::equals);
                assertThat(ours.printed()).as("runs while 2.x is registered").containsExactly("ready: to run");

                theirs.terminate();
                ours.awaitLine("run: 0 of 3"::equals);
                ours.awaitLine("run: 0 of 3"::equals);
                assertThat(ours.printed()).contains("run: 2 of 3").doesNotContain("run: 1 of 3", "run: 1 of 2");
                assertThat(center.get("/moved/config")).isEqualTo(config);
                ours.terminate();
            }
        }
        assertThat(center.getChildrenKeys("/moved/instances")).isEmpty();
        try (ProgramProcess theirs = ProgramProcess.start(original, "Mover", servers(), namespace)) {
            theirs.awaitLine("run: 0 of 3"::equals);
            theirs.awaitLine("run: 0 of 3"::equals);
            assertThat(theirs.printed()).contains("run: 2 of 3").doesNotContain("run: 1 of 3");
            assertThat(center.get("/moved/config")).isEqualTo(config);
        }
    }
}
