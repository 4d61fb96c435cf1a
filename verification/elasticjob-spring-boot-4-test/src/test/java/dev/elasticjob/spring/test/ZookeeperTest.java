package dev.elasticjob.spring.test;

import dev.elasticjob.registry.zookeeper.EmbeddedZookeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Base class with a ZooKeeper server, and applications that are closed after each test. */
abstract class ZookeeperTest {

    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private static EmbeddedZookeeper zookeeper;

    private final List<ConfigurableApplicationContext> open = new ArrayList<>();
    private final String namespace = "test-" + NAMESPACES.incrementAndGet();

    @BeforeAll
    static void startZookeeper() {
        zookeeper = EmbeddedZookeeper.startTemporary();
    }

    @AfterAll
    static void stopZookeeper() {
        zookeeper.close();
    }

    @AfterEach
    void closeApplications() {
        open.forEach(ConfigurableApplicationContext::close);
    }

    static String servers() {
        return zookeeper.connectString();
    }

    String namespace() {
        return namespace;
    }

    /** Starts an application without a web server. Settings are written as on a command line, without the dashes. */
    ConfigurableApplicationContext start(Class<?> application, String... settings) {
        return start(application, WebApplicationType.NONE, settings);
    }

    ConfigurableApplicationContext start(Class<?> application, WebApplicationType web, String... settings) {
        // The last value is used: a property that is repeated on a command line would have both values.
        Map<String, String> arguments = new LinkedHashMap<>();
        arguments.put("elasticjob.reg-center.server-lists", servers());
        arguments.put("elasticjob.reg-center.namespace", namespace);
        for (String each : settings) {
            int end = each.indexOf('=');
            arguments.put(each.substring(0, end), each.substring(end + 1));
        }
        return startBare(
                application,
                web,
                arguments.entrySet().stream()
                        .map(each -> "--" + each.getKey() + "=" + each.getValue())
                        .toArray(String[]::new));
    }

    ConfigurableApplicationContext startBare(Class<?> application, WebApplicationType web, String... arguments) {
        ConfigurableApplicationContext context = new SpringApplicationBuilder(application)
                .web(web)
                .bannerMode(Banner.Mode.OFF)
                .registerShutdownHook(false)
                .run(arguments);
        return manage(context);
    }

    <T extends ConfigurableApplicationContext> T manage(T context) {
        open.add(context);
        return context;
    }

    static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60));
    }
}
