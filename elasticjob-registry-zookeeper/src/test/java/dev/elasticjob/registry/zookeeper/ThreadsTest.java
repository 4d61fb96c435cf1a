package dev.elasticjob.registry.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.RegistrySession.State;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Compares the threads of the JVM, so no other test may run. */
@Isolated
class ThreadsTest {

    private static final Pattern IGNORED = Pattern.compile(
            "(ForkJoinPool-[0-9]+-worker-[0-9]+(?!.*(SendThread|EventThread))|process reaper|Attach|junit).*");

    @Test
    void a_closed_center_leaves_no_thread_whatever_its_sessions_do() throws Exception {
        try (EmbeddedZookeeper server = EmbeddedZookeeper.startTemporary()) {
            Set<Thread> before = threads();
            ZookeeperRegistryCenter center =
                    new ZookeeperRegistryCenter(new ZookeeperConfiguration(server.connectString(), "jobs"));
            Sessions.open(center);
            RegistrySession closed = Sessions.await(center.openSession());
            closed.close();
            RegistrySession lost = Sessions.await(center.openSession());
            Sessions.expire(server.connectString(), lost);
            Sessions.awaitState(lost, State.LOST);
            assertThat(newClientThreads(before)).isNotEmpty();

            center.close();

            awaitEnd(() -> newClientThreads(before));
        }
    }

    @Test
    void a_center_that_is_closed_without_a_server_leaves_no_thread() throws Exception {
        EmbeddedZookeeper server = EmbeddedZookeeper.startTemporary();
        Set<Thread> before = threads();
        ZookeeperRegistryCenter center =
                new ZookeeperRegistryCenter(new ZookeeperConfiguration(server.connectString(), "jobs"));
        RegistrySession session = Sessions.open(center);
        server.close();
        Sessions.awaitState(session, State.SUSPENDED);

        center.close();

        awaitEnd(() -> newClientThreads(before));
    }

    @Test
    void a_closed_server_leaves_no_thread_no_file_and_no_bean(@TempDir Path directory) throws Exception {
        Set<Thread> before = threads();
        EmbeddedZookeeper temporary = EmbeddedZookeeper.startTemporary();
        EmbeddedZookeeper kept = EmbeddedZookeeper.start(directory.resolve("kept"), 0);
        try (ZookeeperRegistryCenter center =
                new ZookeeperRegistryCenter(new ZookeeperConfiguration(temporary.connectString(), "jobs"))) {
            Sessions.create(Sessions.open(center), "/node", "");
        }
        Path files = temporary.directory();
        assertThat(files).exists();
        assertThat(beans()).isEmpty();

        temporary.close();
        kept.close();
        kept.close();

        awaitEnd(() -> newThreads(before));
        assertThat(files).doesNotExist();
        assertThat(Files.exists(directory.resolve("kept"))).isTrue();
    }

    private static Set<ObjectName> beans() throws MalformedObjectNameException {
        return ManagementFactory.getPlatformMBeanServer()
                .queryNames(new ObjectName("org.apache.ZooKeeperService:*"), null);
    }

    /** Waits until all of them have ended: a thread stays alive for a moment after its last action. */
    private static void awaitEnd(Supplier<Set<Thread>> threads) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Sessions.LIMIT_SECONDS);
        for (Set<Thread> left = threads.get(); !left.isEmpty(); left = threads.get()) {
            long millis = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            assertThat(millis)
                    .as("Milliseconds left to wait for the end of " + left)
                    .isPositive();
            left.iterator().next().join(millis);
        }
    }

    private static Set<Thread> newThreads(Set<Thread> before) {
        Set<Thread> now = threads();
        now.removeAll(before);
        return now;
    }

    /** Returns new threads without those of the server in the same JVM, which come and go. */
    private static Set<Thread> newClientThreads(Set<Thread> before) {
        Set<Thread> threads = newThreads(before);
        threads.removeIf(thread -> !thread.getName().matches(".*(SendThread|EventThread|elasticjob).*"));
        return threads;
    }

    /** Returns live threads without those of the test runner and of the JVM. */
    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .filter(thread -> !IGNORED.matcher(thread.getName()).matches())
                .collect(Collectors.toCollection(HashSet::new));
    }
}
