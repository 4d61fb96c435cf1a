package dev.elasticjob.console;

import dev.elasticjob.registry.zookeeper.EmbeddedZookeeper;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** One console and one ZooKeeper server for all tests that do not need their own. They are closed after the last test. */
public final class SharedConsole implements BeforeAllCallback {

    private static final Namespace NAMESPACE = Namespace.create(SharedConsole.class);

    private static Running running;

    private record Running(EmbeddedZookeeper zookeeper, RunningConsole console) implements AutoCloseable {

        @Override
        public void close() {
            console.close();
            zookeeper.close();
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        running = context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent(
                        "running",
                        key -> new Running(EmbeddedZookeeper.startTemporary(), new RunningConsole()),
                        Running.class);
    }

    public static RunningConsole console() {
        return running.console();
    }

    public static EmbeddedZookeeper zookeeper() {
        return running.zookeeper();
    }
}
