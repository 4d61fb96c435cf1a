package dev.elasticjob.registry.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.Watch.Scope;
import dev.elasticjob.registry.support.WatchIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WatchIndexTest {

    private record Watched(String path, Scope scope) {}

    private final List<Watched> notified = new ArrayList<>();
    private final List<Hint> hints = new ArrayList<>();
    private final WatchIndex<Watched> index = new WatchIndex<>((watch, hint) -> {
        notified.add(watch);
        hints.add(hint);
    });

    @Test
    void anything_below_a_path_concerns_what_is_watched_there_and_subtrees_that_contain_it() {
        Watched inside = add("/a/b/c", Scope.NODE);
        Watched itself = add("/a/b", Scope.NODE);
        Watched above = add("/a", Scope.SUBTREE);
        add("/a", Scope.NODE);
        add("/a/bc", Scope.SUBTREE);

        index.anythingBelow("/a/b");

        assertThat(notified).containsExactlyInAnyOrder(inside, itself, above);
        assertThat(hints)
                .containsExactlyInAnyOrder(new Hint("/a/b/c", true), new Hint("/a/b", true), new Hint("/a/b", true));
    }

    /** Compares the index with the definition of a watch, applied to every watch. */
    @Test
    void random_changes_notify_the_watches_whose_definition_matches() {
        Random random = new Random(7);
        List<Watched> watches = new ArrayList<>();
        for (int round = 0; round < 3_000; round++) {
            if (!watches.isEmpty() && random.nextInt(3) == 0) {
                Watched gone = watches.remove(random.nextInt(watches.size()));
                index.remove(gone.path, gone.scope, gone);
            } else {
                watches.add(add(path(random), random.nextBoolean() ? Scope.NODE : Scope.SUBTREE));
            }
            String changed = path(random);
            boolean data = random.nextBoolean();
            notified.clear();
            if (data) {
                index.dataSet(changed);
            } else {
                index.createdOrDeleted(changed);
            }

            List<Watched> expected = new ArrayList<>();
            for (Watched each : watches) {
                boolean within = each.path.equals("/") || (changed + "/").startsWith(each.path + "/");
                boolean own = each.path.equals(changed);
                boolean parent = !data && each.path.equals(MemoryTree.parentOf(changed));
                if (each.scope == Scope.SUBTREE ? within : own || parent) {
                    expected.add(each);
                }
            }
            // The parent of the root is the root itself, whose watch may be notified twice.
            assertThat(notified).hasSameElementsAs(expected);
        }
    }

    private Watched add(String path, Scope scope) {
        Watched watch = new Watched(path, scope);
        index.add(path, scope, watch);
        return watch;
    }

    private static String path(Random random) {
        int depth = random.nextInt(4);
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < depth; i++) {
            path.append('/').append("ab".charAt(random.nextInt(2)));
        }
        return path.isEmpty() ? "/" : path.toString();
    }
}
