package dev.elasticjob.registry.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Conflict;
import dev.elasticjob.registry.CommitResult.Reason;
import dev.elasticjob.registry.CommitResult.Refusal;
import dev.elasticjob.registry.CommitResult.Refused;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.RegistryLimits;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Applies random transactions to the tree and to a simple model, and compares their content after each. */
class MemoryTreeModelTest {

    /** System property with the seed of a run to repeat. */
    private static final String SEED_PROPERTY = "elasticjob.tree.seed";

    private static final int STEPS = 2_000;
    private static final int BOUND_PATH_BYTES = 16;
    private static final int SESSIONS = 3;

    private final List<String> changes = new ArrayList<>();
    private final MemoryTree tree =
            new MemoryTree(new RegistryLimits(1_000_000, BOUND_PATH_BYTES), new MemoryTreeTest.Recorder(changes));
    private final NaiveTree model = new NaiveTree(BOUND_PATH_BYTES);
    private final Map<Reason, Integer> conflicts = new EnumMap<>(Reason.class);
    private int committed;
    private int refused;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void the_tree_does_what_the_model_does(long seed) {
        run(new Random(seed));

        // A run that reaches a case too rarely does not test it.
        assertThat(committed).as("commits").isGreaterThan(STEPS / 10);
        assertThat(refused).as("refusals").isPositive();
        assertThat(conflicts).as("reasons").containsOnlyKeys(Reason.values());
    }

    @Test
    void the_tree_does_what_the_model_does_with_a_new_seed_every_time() {
        long seed = Long.getLong(SEED_PROPERTY, System.nanoTime());
        System.out.println("Tree and model with -D" + SEED_PROPERTY + "=" + seed);
        run(new Random(seed));
    }

    private void run(Random random) {
        for (int step = 0; step < STEPS; step++) {
            long session = 1 + random.nextInt(SESSIONS);
            if (random.nextInt(50) == 0) {
                tree.end(session);
                model.end(session);
                changes.clear();
            } else {
                commitToBoth(session, randomTransaction(random), Instant.EPOCH.plusSeconds(step));
            }
            assertSame();
        }
    }

    private void commitToBoth(long session, Transaction transaction, Instant now) {
        changes.clear();
        CommitResult result = tree.commit(session, transaction, now);
        NaiveTree.Outcome expected = model.commit(session, transaction, now);
        assertThat(changes).isEqualTo(expected.changes());
        if (expected.tooManyBound()) {
            refused++;
            assertThat(((Refused) result).refusal()).isEqualTo(Refusal.TOO_MANY_BOUND);
        } else if (expected.reason() != null) {
            conflicts.merge(expected.reason(), 1, Integer::sum);
            assertThat(result)
                    .isEqualTo(new Conflict(
                            expected.failedStep(), transaction.ops().get(expected.failedStep()), expected.reason()));
        } else {
            committed++;
            assertThat(result).isEqualTo(new Committed(model.number(), now, expected.versions()));
        }
    }

    private void assertSame() {
        assertThat(tree.number()).isEqualTo(model.number());
        assertThat(tree.size()).isEqualTo(model.nodes().size());
        Snapshot snapshot = tree.read(ReadRequest.empty()
                .nodes(model.nodes().keySet())
                .children(model.nodes().keySet()));
        assertThat(snapshot.nodes()).isEqualTo(model.nodes());
        for (Node node : model.nodes().values()) {
            assertThat(snapshot.children(node.path())).isEqualTo(model.children(node.path()));
        }
        for (long session = 1; session <= SESSIONS; session++) {
            assertThat(tree.boundPathBytes(session)).isEqualTo(model.boundPathBytes(session));
        }
    }

    private static Transaction randomTransaction(Random random) {
        Transaction.Builder transaction = Transaction.builder();
        int steps = 1 + random.nextInt(random.nextInt(3) == 0 ? 6 : 2);
        for (int i = 0; i < steps; i++) {
            addStep(transaction, random);
        }
        // A transaction must contain a change.
        return transaction
                .set("/", "" + random.nextInt(), Transaction.ANY_VERSION)
                .build();
    }

    private static void addStep(Transaction.Builder transaction, Random random) {
        String path = randomPath(random);
        int version = random.nextInt(4) == 0 ? random.nextInt(3) : Transaction.ANY_VERSION;
        switch (random.nextInt(6)) {
            case 0 -> transaction.check(path, version);
            case 1 -> transaction.set(path, "" + random.nextInt(), version);
            case 2 -> transaction.delete(path, version);
            case 3 -> transaction.create(path, "" + random.nextInt(), Mode.BOUND);
            default -> transaction.create(path, "" + random.nextInt(), Mode.PERSISTENT);
        }
    }

    /** Returns one of few names on three levels, so that transactions conflict. */
    private static String randomPath(Random random) {
        StringBuilder path = new StringBuilder();
        int depth = 1 + random.nextInt(3);
        for (int i = 0; i < depth; i++) {
            path.append('/').append("abcd".charAt(random.nextInt(4)));
        }
        return path.append(random.nextInt(8) == 0 ? "long-name" : "").toString();
    }
}
