package dev.elasticjob.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.registry.RegistryException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Verifies deadlines with a registry that accepts requests and does not respond. */
class RegistryDeadlineTest extends OnZookeeper {

    @Test
    void every_request_to_a_frozen_registry_ends_at_its_deadline() throws Exception {
        tree.job("job", 1);
        ExecutorService callers = Executors.newCachedThreadPool();
        try (FreezableProxy proxy = new FreezableProxy(port());
                RegistryOperations frozen =
                        RegistryOperations.connect("127.0.0.1:" + proxy.port(), namespace, "", Duration.ofSeconds(1))) {
            frozen.ping();
            assertThat(frozen.jobs().names()).containsExactly("job");
            proxy.freeze();

            assertThatThrownBy(frozen::ping)
                    .isInstanceOf(RegistryException.class)
                    .hasMessageContaining("did not respond within 1 s");
            Callable<Object> call = () -> frozen.jobs().overview("job");
            List<Callable<Object>> calls = Stream.generate(() -> call).limit(10).toList();
            // Callers do not wait for each other: all of them end together.
            assertThat(callers.invokeAll(calls, LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS))
                    .allSatisfy(answer ->
                            assertThatThrownBy(answer::get).hasMessageContaining("did not respond within 1 s"));

            proxy.thaw();
            await("the registry responds again").until(() -> {
                frozen.ping();
                return true;
            });
        } finally {
            callers.shutdownNow();
        }
    }
}
