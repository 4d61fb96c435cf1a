package dev.elasticjob.test.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/**
 * Contract of mutual exclusion: several sessions compete for a lock under random faults. The holder increments a counter
 * and records the new value and the number of its lock. The records show whether an update was lost and whether two
 * sessions ever held the lock at the same time.
 */
interface MutualExclusionContract extends Peers {

    /** System property that repeats the faults of an earlier run: {@code -Delasticjob.contract.seed=…}. */
    String SEED_PROPERTY = "elasticjob.contract.seed";

    @Test
    default void a_lock_has_one_holder_and_no_update_is_lost_whatever_breaks() {
        long seed = Long.getLong(SEED_PROPERTY, System.nanoTime());
        System.out.println("Mutual exclusion with -D" + SEED_PROPERTY + "=" + seed);
        Peer judge = connect();
        judge.create(Contender.COUNTER, "0");
        judge.create(Contender.NOTES, "");
        List<Contender> contenders = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            FaultyClient client = client();
            client.center().init();
            contenders.add(new Contender("c" + i, client, contenders, seed + i));
        }

        ExecutorService threads = Executors.newFixedThreadPool(contenders.size());
        try {
            List<CompletableFuture<Void>> fights = contenders.stream()
                    .map(contender -> CompletableFuture.runAsync(() -> contender.fight(fuzzRounds()), threads))
                    .toList();
            fights.forEach(Contender::awaitFight);
        } finally {
            threads.shutdownNow();
            contenders.forEach(Contender::heal);
        }

        List<Node> notes = notes(judge);
        assertThat(notes).as("seed %d", seed).hasSize(contenders.size() * fuzzRounds());
        assertNoUpdateIsLost(judge, notes);
        assertOneHolderAtATime(notes);
    }

    private static List<Node> notes(Peer judge) {
        List<String> names = judge.read(
                        ReadRequest.empty().children(Contender.NOTES).synced())
                .children(Contender.NOTES);
        Snapshot snapshot = judge.read(ReadRequest.empty()
                .nodes(names.stream().map(name -> Contender.NOTES + "/" + name).toList()));
        return snapshot.nodes().values().stream()
                .sorted(Comparator.comparing(Node::created))
                .toList();
    }

    private static void assertNoUpdateIsLost(Peer judge, List<Node> notes) {
        Node counter = judge.node(Contender.COUNTER);
        assertThat(counter.text()).isEqualTo("" + notes.size());
        assertThat(counter.version()).isEqualTo(notes.size());
        for (int i = 0; i < notes.size(); i++) {
            assertThat(Contender.value(notes.get(i))).isEqualTo(i + 1);
        }
    }

    private static void assertOneHolderAtATime(List<Node> notes) {
        for (int i = 1; i < notes.size(); i++) {
            assertThat(Contender.lockNumber(notes.get(i)))
                    .as("%s took the lock after %s was written under it", notes.get(i), notes.get(i - 1))
                    .isGreaterThan(notes.get(i - 1).created());
        }
    }
}
