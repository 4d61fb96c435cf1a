package dev.elasticjob.registry.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.RegistrySession.State;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Compares the threads of the JVM, so nothing else may run. */
@Isolated
class ThreadsTest {

    @Test
    void a_closed_center_leaves_no_thread_whatever_its_sessions_do() throws Exception {
        try (EmbeddedZookeeper server = EmbeddedZookeeper.startTemporary()) {
            Set<String> before = clientThreads();
            ZookeeperRegistryCenter center =
                    new ZookeeperRegistryCenter(new ZookeeperConfiguration(server.connectString(), "jobs"));
            Sessions.open(center);
            RegistrySession closed = Sessions.await(center.openSession());
            closed.close();
            RegistrySession lost = Sessions.await(center.openSession());
            Sessions.expire(server.connectString(), lost);
            Sessions.awaitState(lost, State.LOST);
            assertThat(clientThreads()).hasSizeGreaterThan(before.size());

            center.close();

            awaitEnd(before);
            assertThat(clientThreads()).isEqualTo(before);
        }
    }

    @Test
    void a_center_that_is_closed_without_a_server_leaves_no_thread() throws Exception {
        EmbeddedZookeeper server = EmbeddedZookeeper.startTemporary();
        Set<String> before = clientThreads();
        ZookeeperRegistryCenter center =
                new ZookeeperRegistryCenter(new ZookeeperConfiguration(server.connectString(), "jobs"));
        RegistrySession session = Sessions.open(center);
        server.close();
        Sessions.awaitState(session, State.SUSPENDED);

        center.close();

        awaitEnd(before);
        assertThat(clientThreads()).isEqualTo(before);
    }

    @Test
    void a_closed_server_leaves_no_thread_no_file_and_no_bean(@TempDir Path directory) throws Exception {
        Set<String> before = threads();
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

        awaitEnd(before);
        assertThat(newThreads(before)).isEmpty();
        assertThat(files).doesNotExist();
        assertThat(Files.exists(directory.resolve("kept"))).isTrue();
    }

    private static Set<ObjectName> beans() throws MalformedObjectNameException {
        return ManagementFactory.getPlatformMBeanServer()
                .queryNames(new ObjectName("org.apache.ZooKeeperService:*"), null);
    }

    /** A thread that has done its last work is alive for a moment still; one that goes on outlasts the limit. */
    private static void awaitEnd(Set<String> before) throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            boolean ours = thread.getName().matches(".*(SendThread|EventThread|elasticjob).*");
            if (ours && !before.contains(name(thread)) && thread != Thread.currentThread()) {
                thread.join(TimeUnit.SECONDS.toMillis(20));
            }
        }
    }

    private static String name(Thread thread) {
        return thread.getName() + " " + System.identityHashCode(thread);
    }

    private static Set<String> newThreads(Set<String> before) {
        Set<String> now = threads();
        now.removeAll(before);
        return now;
    }

    /** The server in the same JVM has worker threads that come and go; those of the test runner and the JVM do as well. */
    private static Set<String> clientThreads() {
        Set<String> names = threads();
        names.removeIf(name -> !name.matches(".*(SendThread|EventThread|elasticjob).*"));
        return names;
    }

    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(ThreadsTest::name)
                .filter(name -> !name.matches("(ForkJoinPool-[0-9]+-worker-[0-9]+|process reaper|Attach|junit).*")
                        || name.contains("SendThread")
                        || name.contains("EventThread"))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
