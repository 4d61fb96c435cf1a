package dev.elasticjob.registry.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Conflict;
import dev.elasticjob.registry.CommitResult.Reason;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.RegistryLimits;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.support.TransactionPlan;
import dev.elasticjob.registry.support.TransactionPlan.Before;
import dev.elasticjob.registry.support.TransactionPlan.Change;
import dev.elasticjob.registry.support.TransactionPlan.Condition;
import dev.elasticjob.registry.support.TransactionPlan.Creation;
import dev.elasticjob.registry.support.TransactionPlan.Presence;
import dev.elasticjob.registry.support.TransactionPlan.Update;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Applies random transactions step by step to the tree, and with a plan to maps, and compares the outcomes. */
class TransactionPlanTest {

    /** System property with the seed of a run to repeat. */
    private static final String SEED_PROPERTY = "elasticjob.plan.seed";

    private static final int ROUNDS = 5_000;

    /** Node of the map to which plans are applied. */
    private record Stored(String text, int version, boolean bound) {}

    private final List<String> listened = new ArrayList<>();
    private final MemoryTree tree =
            new MemoryTree(new RegistryLimits(1_000_000, 1_000_000), new MemoryTreeTest.Recorder(listened));
    private final Map<String, Stored> nodes = new TreeMap<>(Map.of("/", new Stored("", 0, false)));
    private final Map<Reason, Integer> conflicts = new EnumMap<>(Reason.class);
    private int committed;
    private int contradictory;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void a_plan_does_what_the_steps_do(long seed) {
        run(new Random(seed));

        // A run that never reaches a case does not test it.
        assertThat(committed).as("commits").isGreaterThan(ROUNDS / 20);
        assertThat(contradictory).as("contradictions").isGreaterThan(ROUNDS / 100);
        assertThat(conflicts).as("reasons").containsOnlyKeys(Reason.values());
    }

    @Test
    void a_plan_does_what_the_steps_do_with_a_new_seed_every_time() {
        long seed = Long.getLong(SEED_PROPERTY, System.nanoTime());
        System.out.println("Tree and plan with -D" + SEED_PROPERTY + "=" + seed);
        run(new Random(seed));
    }

    private void run(Random random) {
        for (int round = 0; round < ROUNDS; round++) {
            Transaction transaction = randomTransaction(random);
            listened.clear();
            CommitResult expected = tree.commit(1, transaction, Instant.EPOCH);
            assertThat(commit(TransactionPlan.of(transaction)))
                    .as("%s", transaction)
                    .isEqualTo(expected);
            assertSame(transaction);
        }
    }

    private CommitResult commit(TransactionPlan plan) {
        Set<String> touched =
                plan.conditions().stream().map(Condition::path).collect(Collectors.toCollection(HashSet::new));
        boolean holds = plan.conditions().stream().allMatch(condition -> holds(condition, touched));
        if (plan.isContradictory() || !holds) {
            contradictory += plan.isContradictory() ? 1 : 0;
            Conflict conflict = plan.conflict(before(plan, touched)).orElseThrow();
            conflicts.merge(conflict.reason(), 1, Integer::sum);
            return conflict;
        }
        committed++;
        apply(plan);
        Map<String, Integer> updated = new HashMap<>();
        plan.updates().forEach(update -> updated.put(update.path(), nodes.get(update.path()).version));
        assertThat(plan.changes().stream().map(Change::path).sorted().distinct().toList())
                .as("every change is listed")
                .isEqualTo(listened.stream()
                        .map(line -> line.substring(line.indexOf('/')))
                        .sorted(Comparator.naturalOrder())
                        .distinct()
                        .toList());
        return new Committed(tree.number(), Instant.EPOCH, plan.versions(updated));
    }

    private boolean holds(Condition condition, Set<String> touched) {
        Stored node = nodes.get(condition.path());
        if (condition.presence() != Presence.EITHER && (node != null) != (condition.presence() == Presence.PRESENT)) {
            return false;
        }
        return node == null
                || (condition.version() == Transaction.ANY_VERSION || condition.version() == node.version)
                        && !(condition.persistent() && node.bound)
                        && !(condition.childless() && hasOtherChildren(condition.path(), touched));
    }

    private Map<String, Before> before(TransactionPlan plan, Set<String> touched) {
        Map<String, Before> before = new HashMap<>();
        plan.conditions().forEach(condition -> {
            Stored node = nodes.get(condition.path());
            if (node != null) {
                boolean others = condition.childless() && hasOtherChildren(condition.path(), touched);
                before.put(condition.path(), new Before(node.version, node.bound, others));
            }
        });
        return before;
    }

    private boolean hasOtherChildren(String path, Set<String> touched) {
        return nodes.keySet().stream()
                .anyMatch(
                        each -> !each.equals("/") && MemoryTree.parentOf(each).equals(path) && !touched.contains(each));
    }

    private void apply(TransactionPlan plan) {
        plan.deletions().forEach(nodes::remove);
        for (Update update : plan.updates()) {
            nodes.computeIfPresent(
                    update.path(),
                    (path, node) -> new Stored(text(update.data()), node.version + update.increments(), node.bound));
        }
        for (Creation creation : plan.creations()) {
            nodes.put(creation.path(), new Stored(text(creation.data()), creation.version(), creation.bound()));
        }
    }

    private void assertSame(Transaction transaction) {
        assertThat(tree.size()).as("%s", transaction).isEqualTo(nodes.size());
        nodes.forEach((path, stored) -> {
            Node node = tree.node(path).orElseThrow(() -> new AssertionError(path + " after " + transaction));
            assertThat(new Stored(node.text(), node.version(), node.owner() != Node.NO_OWNER))
                    .as("%s after %s", path, transaction)
                    .isEqualTo(stored);
        });
    }

    private static String text(byte[] data) {
        return new String(data, java.nio.charset.StandardCharsets.UTF_8);
    }

    private static Transaction randomTransaction(Random random) {
        Transaction.Builder transaction = Transaction.builder();
        int steps = 1 + random.nextInt(random.nextInt(3) == 0 ? 9 : 3);
        for (int i = 0; i < steps; i++) {
            addStep(transaction, random);
        }
        return transaction
                .set("/", "" + random.nextInt(), Transaction.ANY_VERSION)
                .build();
    }

    private static void addStep(Transaction.Builder transaction, Random random) {
        String path = randomPath(random);
        int version = random.nextInt(4) == 0 ? random.nextInt(3) : Transaction.ANY_VERSION;
        switch (random.nextInt(7)) {
            case 0 -> transaction.check(path, version);
            case 1 -> transaction.set(path, "" + random.nextInt(), version);
            case 2, 3 -> transaction.delete(path, version);
            case 4 -> transaction.create(path, "" + random.nextInt(), Mode.BOUND);
            default -> transaction.create(path, "" + random.nextInt(), Mode.PERSISTENT);
        }
    }

    /** Returns one of few names on three levels, so that steps conflict; sometimes the root. */
    private static String randomPath(Random random) {
        if (random.nextInt(40) == 0) {
            return "/";
        }
        StringBuilder path = new StringBuilder();
        int depth = 1 + random.nextInt(3);
        for (int i = 0; i < depth; i++) {
            path.append('/').append("abc".charAt(random.nextInt(3)));
        }
        return path.toString();
    }
}
