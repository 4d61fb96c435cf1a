package dev.elasticjob.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.elasticjob.registry.memory.InMemoryRegistry;
import dev.elasticjob.registry.memory.InMemoryRegistryCenter;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class VirtualThreadsTest {

    private static final boolean HAS_THEM = Runtime.version().feature() >= 21;

    @Test
    void they_are_off_unless_switched_on() {
        assertThat(VirtualThreads.ifWanted(Optional.empty())).isEmpty();
        assertThat(VirtualThreads.ifWanted("")).isEmpty();
        assertThat(VirtualThreads.ifWanted(" FALSE ")).isEmpty();
    }

    @Test
    void a_jvm_that_supports_them_uses_them_and_another_continues_without() throws Exception {
        Optional<ExecutorService> threads = VirtualThreads.ifWanted("true");

        assertThat(threads.isPresent()).isEqualTo(HAS_THEM);
        if (threads.isPresent()) {
            Callable<Object> question =
                    () -> Thread.class.getMethod("isVirtual").invoke(Thread.currentThread());
            assertThat(threads.get().submit(question).get(60, TimeUnit.SECONDS)).isEqualTo(true);
            threads.get().shutdown();
            assertThat(threads.get().awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void a_center_has_a_separate_setting() {
        try (InMemoryRegistryCenter center = new InMemoryRegistryCenter(new InMemoryRegistry(), "virtual")) {
            assertThat(VirtualThreads.chosen(center)).isEmpty();

            VirtualThreads.choose(center, true);

            assertThat(VirtualThreads.chosen(center)).contains(true);
            Optional<ExecutorService> threads = VirtualThreads.ifWanted(VirtualThreads.chosen(center));
            assertThat(threads.isPresent()).isEqualTo(HAS_THEM);
            threads.ifPresent(ExecutorService::shutdown);
        }
    }

    @Test
    void a_switch_that_is_neither_on_nor_off_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VirtualThreads.ifWanted("yes"))
                .withMessageContaining("elasticjob.threads.virtual is 'yes'")
                .withMessageContaining("neither true nor false");
    }
}
