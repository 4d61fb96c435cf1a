package dev.elasticjob.processes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.childprocess.ChildProcess;
import dev.elasticjob.registry.zookeeper.EmbeddedZookeeper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the README's description of its first program: "Start it twice … Stop one …". */
class ReadmeProgramTest {

    /** Exit code of a JVM after SIGTERM. */
    private static final int TERMINATED = 143;

    private static final int ITEMS = 3;

    @Test
    void the_first_program_of_the_readme_keeps_running_and_shares_its_items_with_a_second_one(@TempDir Path directory)
            throws Exception {
        try (EmbeddedZookeeper server = EmbeddedZookeeper.startTemporary()) {
            ReadmeProgram program = new ReadmeProgram(directory, server.port());
            try (ChildProcess first = program.start(directory.resolve("first.log"))) {
                first.awaitLines(
                        "all items in the only process", lines -> items(lines).size() == ITEMS);
                try (ChildProcess second = program.start(directory.resolve("second.log"));
                        RegistryView view = new RegistryView(server.connectString(), "my-app")) {
                    second.awaitLines("an item in the second process", lines -> !lines.isEmpty());

                    Map<Long, Set<Integer>> shares = view.awaitOwners("hello", ITEMS, 2);
                    assertThat(shares).containsOnlyKeys(first.pid(), second.pid());
                    for (ChildProcess process : List.of(first, second)) {
                        Set<Integer> share = shares.get(process.pid());
                        process.awaitLines("nothing but items " + share, lines -> runsOnly(share, lines));
                    }

                    assertThat(second.terminate()).isEqualTo(TERMINATED);
                }
                int before = first.output().size();
                first.awaitLines(
                        "all items in the process that is left",
                        lines -> items(lines.subList(before, lines.size())).size() == ITEMS);
                assertThat(first.terminate()).isEqualTo(TERMINATED);
            }
        }
    }

    private static Set<Integer> items(List<String> lines) {
        return lines.stream().map(ReadmeProgramTest::item).collect(Collectors.toSet());
    }

    private static int item(String line) {
        assertThat(line).matches("item \\d");
        return Integer.parseInt(line.substring("item ".length()));
    }

    /**
     * Returns whether the last lines contain only these items, and are more than two fires print. A process that ran all items at each
     * fire would never print that many without other items in between.
     */
    private static boolean runsOnly(Set<Integer> share, List<String> lines) {
        int last = Math.max(0, lines.size() - 2 * share.size() - 1);
        List<String> tail = lines.subList(last, lines.size());
        return tail.size() > 2 * share.size() && items(tail).equals(share);
    }
}
