package dev.elasticjob.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.executor.JobClassNameProvider;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtensionsTest {

    private static final AtomicInteger LOOKED_FOR = new AtomicInteger();

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    @TempDir
    Path directory;

    @AfterEach
    void restore() {
        Thread.currentThread().setContextClassLoader(before);
    }

    /** Extension of an application. */
    public static final class OwnPoolSize implements JobExecutorThreadPoolSizeProvider {

        @Override
        public int getSize() {
            return 7;
        }

        @Override
        public String getType() {
            return "OWN";
        }
    }

    /** Extension of an application. */
    public static final class OwnNames implements JobClassNameProvider {

        @Override
        public Optional<String> getJobClassName(dev.elasticjob.api.ElasticJob job) {
            return Optional.empty();
        }
    }

    /** Returns a class loader with an additional service, which counts lookups. */
    private ClassLoader withService(Class<?> kind, Class<?> extension) throws IOException {
        Path services = Files.createDirectories(directory.resolve("META-INF/services"));
        Files.writeString(services.resolve(kind.getName()), extension.getName());
        return new URLClassLoader(new URL[] {directory.toUri().toURL()}, before) {
            @Override
            public java.util.Enumeration<URL> getResources(String name) throws IOException {
                LOOKED_FOR.incrementAndGet();
                return super.getResources(name);
            }
        };
    }

    @Test
    void an_extension_is_found_where_its_class_loader_is_the_contexts_and_nowhere_else() throws IOException {
        assertThat(Extensions.find(JobExecutorThreadPoolSizeProvider.class, "OWN"))
                .isEmpty();

        Thread.currentThread()
                .setContextClassLoader(withService(JobExecutorThreadPoolSizeProvider.class, OwnPoolSize.class));
        assertThat(Extensions.find(JobExecutorThreadPoolSizeProvider.class, "OWN"))
                .get()
                .extracting(JobExecutorThreadPoolSizeProvider::getSize)
                .isEqualTo(7);
        assertThat(Extensions.types(JobExecutorThreadPoolSizeProvider.class)).contains("OWN");

        Thread.currentThread().setContextClassLoader(before);
        assertThat(Extensions.find(JobExecutorThreadPoolSizeProvider.class, "OWN"))
                .isEmpty();
    }

    @Test
    void every_instance_is_new_although_the_class_path_is_searched_once() throws IOException {
        Thread.currentThread()
                .setContextClassLoader(withService(JobExecutorThreadPoolSizeProvider.class, OwnPoolSize.class));
        Optional<JobExecutorThreadPoolSizeProvider> first =
                Extensions.find(JobExecutorThreadPoolSizeProvider.class, "OWN");
        int looked = LOOKED_FOR.get();

        assertThat(Extensions.find(JobExecutorThreadPoolSizeProvider.class, "OWN")
                        .orElseThrow())
                .isNotSameAs(first.orElseThrow());
        assertThat(LOOKED_FOR.get()).isEqualTo(looked);
    }

    @Test
    void extensions_without_a_type_are_found_as_well() throws IOException {
        Thread.currentThread().setContextClassLoader(withService(JobClassNameProvider.class, OwnNames.class));

        assertThat(Extensions.all(JobClassNameProvider.class)).hasOnlyElementsOfType(OwnNames.class);
    }

    /** Resolver of a module with further types. */
    public static final class Resolver implements ExtensionResolver {

        @Override
        public <T extends TypedSPI> Optional<T> resolve(Class<T> kind, String type) {
            return kind == JobExecutorThreadPoolSizeProvider.class && type.equals("resolved")
                    ? Optional.of(kind.cast(new OwnPoolSize()))
                    : Optional.empty();
        }
    }

    @Test
    void a_type_that_no_extension_has_is_resolved() throws IOException {
        Thread.currentThread().setContextClassLoader(withService(ExtensionResolver.class, Resolver.class));

        assertThat(Extensions.find(JobExecutorThreadPoolSizeProvider.class, "resolved"))
                .map(JobExecutorThreadPoolSizeProvider::getSize)
                .contains(7);
        assertThat(Extensions.isKnown(JobExecutorThreadPoolSizeProvider.class, "resolved"))
                .isTrue();
        assertThat(Extensions.isKnown(JobExecutorThreadPoolSizeProvider.class, "unknown"))
                .isFalse();
        assertThat(Extensions.isKnown(JobErrorHandler.class, "resolved")).isFalse();
    }
}
