package dev.elasticjob.registry.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Watch;
import dev.elasticjob.registry.Watch.Scope;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WatchesTest {

    private EmbeddedZookeeper server;
    private ZookeeperRegistryCenter center;
    private RegistrySession session;

    @BeforeEach
    void start() {
        server = EmbeddedZookeeper.startTemporary();
        center = new ZookeeperRegistryCenter(new ZookeeperConfiguration(server.connectString(), "jobs"));
        session = Sessions.open(center);
    }

    @AfterEach
    void stop() {
        center.close();
        server.close();
    }

    @Test
    void receivers_of_one_path_share_a_watch_and_the_last_to_close_removes_it() {
        Watch first = session.watch("/node", Scope.NODE, hint -> {});
        Watch second = session.watch("/node", Scope.NODE, hint -> {});
        assertThat(watchedPaths()).containsOnlyOnce("/jobs/node");

        first.close();
        assertThat(watchedPaths()).containsOnlyOnce("/jobs/node");
        second.close();
        assertThat(watchedPaths()).doesNotContain("/jobs/node");
    }

    @Test
    void a_watch_becomes_narrow_again_when_no_caller_needs_the_subtree() throws InterruptedException {
        BlockingQueue<Hint> hints = new LinkedBlockingQueue<>();
        Sessions.create(session, "/node", "");
        session.watch("/node", Scope.NODE, hints::add);
        Watch subtree = session.watch("/node", Scope.SUBTREE, hint -> {});
        subtree.close();
        assertThat(hints.poll(Sessions.LIMIT_SECONDS, TimeUnit.SECONDS)).isEqualTo(new Hint("/node", true));

        Sessions.create(session, "/node/child", "");
        assertThat(hints.poll(Sessions.LIMIT_SECONDS, TimeUnit.SECONDS)).isEqualTo(new Hint("/node", false));
        hints.clear();
        BlockingQueue<Hint> fence = new LinkedBlockingQueue<>();
        session.watch("/fence", Scope.NODE, fence::add);
        Sessions.create(session, "/node/child/grandchild", "");
        Sessions.create(session, "/fence", "");
        assertThat(fence.poll(Sessions.LIMIT_SECONDS, TimeUnit.SECONDS)).isNotNull();
        assertThat(hints).isEmpty();
    }

    @Test
    void a_receiver_that_throws_does_not_keep_others_from_hearing() throws InterruptedException {
        BlockingQueue<Hint> hints = new LinkedBlockingQueue<>();
        session.watch("/node", Scope.NODE, hint -> {
            throw new IllegalStateException("on purpose");
        });
        session.watch("/node", Scope.SUBTREE, hints::add);
        Sessions.create(session, "/node", "");

        assertThat(hints.poll(Sessions.LIMIT_SECONDS, TimeUnit.SECONDS)).isEqualTo(new Hint("/node", false));
    }

    @Test
    void the_witness_of_a_commit_is_not_hinted() throws InterruptedException {
        BlockingQueue<Hint> hints = new LinkedBlockingQueue<>();
        session.watch("/", Scope.SUBTREE, hints::add);
        Sessions.create(session, "/node", "");
        Sessions.create(session, "/fence", "");

        Hint hint = hints.poll(Sessions.LIMIT_SECONDS, TimeUnit.SECONDS);
        while (!hint.path().equals("/fence")) {
            assertThat(hint.path()).isIn("/", "/node");
            hint = hints.poll(Sessions.LIMIT_SECONDS, TimeUnit.SECONDS);
        }
        assertThat(Sessions.read(session, ReadRequest.empty().children("/")).children("/"))
                .containsExactly("fence", "node");
    }

    /** Returns the watched paths as known to the server, after all requests sent before. */
    private String watchedPaths() {
        Sessions.read(session, ReadRequest.of("/"));
        java.io.StringWriter paths = new java.io.StringWriter();
        server.server().getZKDatabase().getDataTree().dumpWatches(new java.io.PrintWriter(paths, true), true);
        return paths.toString();
    }
}
