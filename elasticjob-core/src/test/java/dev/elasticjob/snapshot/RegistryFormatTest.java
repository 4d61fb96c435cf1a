package dev.elasticjob.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.memory.InMemoryRegistry;
import dev.elasticjob.registry.memory.InMemoryRegistryCenter;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the rules of docs/versioning.md for data stored in the registry. */
class RegistryFormatTest {

    private static final long LIMIT_SECONDS = 60;

    /** Format of the engine's own nodes: a line for each field with its name, a blank, and its value. */
    private static final Pattern FIELDS = Pattern.compile("(?:[a-zA-Z][\\w.]* [^\\n]*\\n)+");

    private static final String LATER = "later-version field\n";

    private final InMemoryRegistry registry = new InMemoryRegistry();
    private final List<InMemoryRegistryCenter> centers = new ArrayList<>();

    @AfterEach
    void close() {
        centers.forEach(InMemoryRegistryCenter::close);
    }

    private InMemoryRegistryCenter newCenter() {
        InMemoryRegistryCenter center = new InMemoryRegistryCenter(registry, "format");
        centers.add(center);
        center.init();
        return center;
    }

    private OneOffJobBootstrap newInstance() {
        SimpleJob job = context -> {};
        JobConfiguration configuration =
                JobConfiguration.newBuilder("job", 2).failover(true).build();
        return new OneOffJobBootstrap(newCenter(), job, configuration);
    }

    private static void assertRuns(OneOffJobBootstrap instance) throws Exception {
        assertThat(instance.execute().get(LIMIT_SECONDS, TimeUnit.SECONDS).isSuccess())
                .isTrue();
    }

    private List<Node> nodes() throws Exception {
        try (RegistrySession session =
                newCenter().openSession().toCompletableFuture().join()) {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
            return new JobTreeReader(session, deadline).read("/job");
        }
    }

    /** Returns a line for each node with the names of its fields; names that differ between runs are replaced. */
    private SortedSet<String> format() throws Exception {
        SortedSet<String> lines = new TreeSet<>();
        for (Node node : nodes()) {
            String path = node.path()
                    .replaceAll("[^/]+@-@[^/]+", "{instance}")
                    .replaceAll("/servers/[^/]+", "/servers/{address}")
                    .replaceAll("/generation-[^/]+", "/generation-{nonce}")
                    .replaceAll("/sharding/\\d+", "/sharding/{item}");
            SortedSet<String> fields = new TreeSet<>();
            for (String line : node.text().split("\n")) {
                if (line.matches("[a-zA-Z][\\w.]*:? .*")) {
                    fields.add(line.replaceFirst(":? .*", ""));
                }
            }
            lines.add((path + " " + String.join(" ", fields)).strip());
        }
        return lines;
    }

    @Test
    void a_job_writes_the_nodes_and_fields_of_version_1() throws Exception {
        OneOffJobBootstrap instance = newInstance();
        assertRuns(instance);

        try (InputStream listed = getClass().getResourceAsStream("/registry-format-1.txt")) {
            assertThat(format())
                    .as(
                            "the format of the registry; a minor version may add to src/test/resources/registry-format-1.txt,"
                                    + " see docs/versioning.md")
                    .containsExactlyElementsOf(new String(listed.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .toList());
        }
    }

    @Test
    void fields_of_a_later_version_do_not_keep_an_instance_from_running_and_sharing() throws Exception {
        OneOffJobBootstrap first = newInstance();
        assertRuns(first);

        assertThat(addFieldsOfALaterVersion()).isGreaterThanOrEqualTo(3);
        assertRuns(first);
        OneOffJobBootstrap second = newInstance();
        assertRuns(second);
        addFieldsOfALaterVersion();
        first.shutdown();
        assertRuns(second);
    }

    private int addFieldsOfALaterVersion() throws Exception {
        Transaction.Builder transaction = Transaction.builder();
        int changed = 0;
        for (Node node : nodes()) {
            if (FIELDS.matcher(node.text()).matches()) {
                transaction.set(node.path(), node.text() + LATER, Transaction.ANY_VERSION);
                changed++;
            }
        }
        try (RegistrySession session =
                newCenter().openSession().toCompletableFuture().join()) {
            assertThat(session.commit(transaction.build()).toCompletableFuture().join())
                    .isInstanceOf(CommitResult.Committed.class);
        }
        return changed;
    }
}
