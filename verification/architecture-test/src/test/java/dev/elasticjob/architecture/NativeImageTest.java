package dev.elasticjob.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Verifies that classes and resources accessed by name at run time are listed for native-image, which would omit them
 * otherwise.
 */
class NativeImageTest {

    private static final List<String> MODULES =
            List.of("elasticjob-api", "elasticjob-core", "elasticjob-registry-zookeeper", "elasticjob-bootstrap");

    private static final Set<String> BY_SERVICE_FILES = Set.of();
    private static final Set<String> CLASSES_OF_THE_APPLICATION = Set.of();

    /** Resources of logging backends, whose absence is what the class looks for. */
    private static final Set<String> RESOURCES_THAT_MAY_BE_ABSENT = Set.of();

    /** Names that a class accesses in addition to those in service files. Other classes must not access anything by name. */
    private static final Map<String, Set<String>> REACHED_BY = Map.of(
            "dev.elasticjob.spi.Extensions",
            BY_SERVICE_FILES,
            "dev.elasticjob.api.AnnotatedConfiguration",
            CLASSES_OF_THE_APPLICATION,
            "dev.elasticjob.error.MissingLogging",
            RESOURCES_THAT_MAY_BE_ABSENT,
            "dev.elasticjob.threads.VirtualThreads",
            Set.of("java.util.concurrent.Executors"),
            "dev.elasticjob.registry.zookeeper.EmbeddedZookeeper",
            Set.of("com.codahale.metrics.Reservoir", "org.xerial.snappy.SnappyCodec"));

    /** Classes that ZooKeeper's client loads by the name in its settings to open connections. */
    private static final Set<String> REACHED_BY_LIBRARIES =
            Set.of("org.apache.zookeeper.ClientCnxnSocketNIO", "org.apache.zookeeper.ClientCnxnSocketNetty");

    /** Classes that are missing in some JVMs or on some class paths. */
    private static final Set<String> OPTIONAL =
            Set.of("com.codahale.metrics.Reservoir", "org.xerial.snappy.SnappyCodec");

    private final Reactor reactor = Reactor.ofThisBuild();

    private Path resources(String module) {
        return reactor.modules().get(module).directory().resolve("src/main/resources");
    }

    @Test
    void every_service_file_and_every_provider_is_listed() {
        for (String module : MODULES) {
            ReachabilityMetadata metadata = ReachabilityMetadata.of(module, resources(module));

            assertThat(metadata.missingOfServices(resources(module))).as(module).isEmpty();
        }
    }

    @Test
    void nothing_is_listed_that_is_not_there() throws ClassNotFoundException {
        for (String module : MODULES) {
            for (ReachabilityMetadata.Type type :
                    ReachabilityMetadata.of(module, resources(module)).types()) {
                if (!OPTIONAL.contains(type.name())) {
                    assertThat(executables(
                                    Class.forName(type.name(), false, getClass().getClassLoader())))
                            .as(type.name())
                            .containsAll(expectedHere(type));
                }
            }
        }
    }

    private static List<String> expectedHere(ReachabilityMetadata.Type type) {
        boolean newer = Runtime.version().feature() < 21 && type.name().equals("java.util.concurrent.Executors");
        return newer ? List.of() : type.methods();
    }

    private static Set<String> executables(Class<?> type) {
        Stream<Constructor<?>> constructors = Arrays.stream(type.getDeclaredConstructors());
        Stream<Method> methods = Arrays.stream(type.getDeclaredMethods());
        return Stream.<Executable>concat(constructors, methods)
                .map(each -> (each instanceof Constructor ? "<init>" : each.getName())
                        + Arrays.stream(each.getParameterTypes())
                                .map(Class::getName)
                                .collect(Collectors.joining(",", "(", ")")))
                .collect(Collectors.toSet());
    }

    @Test
    void whatever_code_reaches_by_reflection_is_listed() {
        Set<String> listed = new HashSet<>();
        Set<String> reflective = new TreeSet<>();
        for (String module : MODULES) {
            ReachabilityMetadata.of(module, resources(module)).types().forEach(type -> listed.add(type.name()));
            if (reactor.modules().get(module).hasCode()) {
                reflective.addAll(reflectiveIn(Reactor.codeOf(reactor.modules().get(module))));
            }
        }
        assertThat(reflective).containsExactlyInAnyOrderElementsOf(REACHED_BY.keySet());
        REACHED_BY.values().forEach(types -> assertThat(listed).containsAll(types));
        assertThat(listed).containsAll(REACHED_BY_LIBRARIES);
    }

    private static Set<String> reflectiveIn(JavaClasses code) {
        return code.stream()
                .filter(each -> each.getAccessesFromSelf().stream().anyMatch(NativeImageTest::isReflective))
                .map(NativeImageTest::topLevel)
                .collect(Collectors.toSet());
    }

    private static String topLevel(JavaClass each) {
        return each.getEnclosingClass().map(NativeImageTest::topLevel).orElseGet(each::getName);
    }

    private static boolean isReflective(JavaAccess<?> access) {
        String owner = access.getTarget().getOwner().getName();
        String name = access.getTarget().getName();
        return switch (owner) {
            case "java.lang.Class" ->
                name.equals("forName")
                        || name.equals("newInstance")
                        || name.startsWith("getResource")
                        || name.startsWith("getDeclared")
                        || name.matches("get(Method|Field|Constructor|RecordComponent)s?");
            case "java.lang.ClassLoader" -> name.equals("loadClass") || name.contains("esource");
            case "java.lang.invoke.MethodHandles$Lookup" -> name.startsWith("find");
            case "java.lang.reflect.Proxy" -> name.equals("newProxyInstance");
            case "java.util.ResourceBundle" -> name.equals("getBundle");
            case "java.util.ServiceLoader" -> name.startsWith("load");
            case "java.io.ObjectInputStream" -> name.equals("readObject");
            default -> false;
        };
    }

    // ---- tests of the rules ----

    @Test
    void a_service_that_is_not_listed_is_found(@TempDir Path resources) throws IOException {
        Path services = Files.createDirectories(resources.resolve("META-INF/services"));
        Files.writeString(services.resolve("some.Service"), "# comment\nsome.Listed\nsome.Forgotten # why\n");
        ReachabilityMetadata metadata = new ReachabilityMetadata(
                List.of(new ReachabilityMetadata.Type("some.Listed", List.of("<init>()"))), List.of());

        assertThat(metadata.missingOfServices(resources))
                .containsExactly("META-INF/services/some.Service", "some.Forgotten");
    }

    @Test
    void code_that_looks_something_up_is_found() {
        assertThat(reflectiveIn(Broken.only("code.Careless$LooksUp"))).hasSize(1);
        assertThat(reflectiveIn(Broken.only("code.Careless$LooksUpMethods"))).hasSize(1);
        assertThat(reflectiveIn(Broken.only("code.Careless$Prints"))).isEmpty();
    }
}
