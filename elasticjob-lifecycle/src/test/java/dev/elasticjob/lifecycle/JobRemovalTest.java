package dev.elasticjob.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.lifecycle.api.OperationException;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.memory.InMemoryRegistry;
import dev.elasticjob.registry.memory.InMemoryRegistryCenter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes a job from another client while it is being removed. */
class JobRemovalTest {

    private final InMemoryRegistryCenter center = new InMemoryRegistryCenter(new InMemoryRegistry(), "removal");
    private Tree tree;

    @BeforeEach
    void open() {
        center.init();
        tree = new Tree(center);
        tree.job("job", 1);
    }

    @AfterEach
    void close() {
        center.close();
    }

    /** Removes the job in a session that runs the given change before its first commit. */
    private void removeWhile(Runnable somebodyElse) {
        RegistrySession session = center.openSession().toCompletableFuture().join();
        AtomicInteger commits = new AtomicInteger();
        RegistrySession meddled = (RegistrySession) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {RegistrySession.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("commit") && commits.getAndIncrement() == 0) {
                        somebodyElse.run();
                    }
                    try {
                        return method.invoke(session, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
        try (RegistryOperations operations = RegistryOperations.in(meddled)) {
            operations.jobConfiguration().removeJobConfiguration("job");
        }
    }

    @Test
    void an_edit_does_not_save_it() {
        removeWhile(() -> tree.put("/job/config", Tree.config("job", 2, "")));

        assertThat(tree.exists("/job")).isFalse();
    }

    @Test
    void nodes_that_come_go_with_it() {
        removeWhile(() -> tree.put("/job/sharding/0/instance", "x"));

        assertThat(tree.exists("/job")).isFalse();
    }

    @Test
    void a_job_that_was_registered_again_is_not_removed() {
        assertThatThrownBy(() -> removeWhile(() -> {
                    tree.delete("/job/config");
                    tree.put("/job/config", Tree.config("job", 5, ""));
                    tree.put("/job/servers/10.0.0.1", "ENABLED");
                }))
                .isInstanceOf(OperationException.class)
                .hasMessageContaining("registered again");
        assertThat(tree.text("/job/config")).contains(Tree.config("job", 5, ""));
        assertThat(tree.exists("/job/servers/10.0.0.1")).isTrue();
    }
}
