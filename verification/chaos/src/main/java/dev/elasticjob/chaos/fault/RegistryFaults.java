package dev.elasticjob.chaos.fault;

import dev.elasticjob.chaos.cluster.Pause;
import dev.elasticjob.chaos.cluster.RegistryServers;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Faults of the registry. */
final class RegistryFaults {

    private static final int BLOCK = 16 * 1024;

    private RegistryFaults() {}

    /** Restarts the registry after an outage shorter or longer than the session timeout. */
    static void restart(Injected injected) {
        killAndStart(injected, injected.between(0, injected.cluster().registry().count() - 1));
    }

    static void leader(Injected injected) {
        killAndStart(injected, leading(injected));
    }

    private static int leading(Injected injected) {
        return injected.cluster().registry().leader().orElse(0);
    }

    private static void killAndStart(Injected injected, int server) {
        RegistryServers registry = injected.cluster().registry();
        injected.pause(0, 2000);
        registry.disturbed();
        registry.kill(server);
        injected.pause(200, 9000);
        registry.start(server);
        registry.restored();
    }

    static void freeze(Injected injected) {
        RegistryServers registry = injected.cluster().registry();
        int server = leading(injected);
        injected.pause(0, 2000);
        registry.disturbed();
        registry.freeze(server);
        injected.pause(1000, 9000);
        registry.thaw(server);
        registry.restored();
    }

    /**
     * Fills the disk. A server that cannot write exits; this method then frees the space and restarts it, as a
     * supervisor would.
     */
    static void disk(Injected injected) {
        RegistryServers registry = injected.cluster().registry();
        int server = leading(injected);
        Path filler = registry.data(server).resolve("filler");
        injected.pause(0, 2000);
        registry.disturbed();
        fill(filler);
        injected.pause(4000, 9000);
        try {
            Files.delete(filler);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Pause.until(() -> !registry.isAlive(server), Duration.ofSeconds(1));
        if (!registry.isAlive(server)) {
            registry.start(server);
        }
        registry.restored();
    }

    private static void fill(Path file) {
        byte[] block = new byte[BLOCK];
        try (OutputStream out = Files.newOutputStream(file)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException full) {
            // Expected: the disk is full.
        }
        try (OutputStream out =
                Files.newOutputStream(file.resolveSibling("filler"), java.nio.file.StandardOpenOption.APPEND)) {
            while (true) {
                out.write(0);
            }
        } catch (IOException full) {
            // The disk is filled to the last byte.
        }
    }
}
