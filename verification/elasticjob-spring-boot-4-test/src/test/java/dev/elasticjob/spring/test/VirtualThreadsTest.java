package dev.elasticjob.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.threads.VirtualThreads;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Tests that both properties take effect if the JVM has virtual threads. */
class VirtualThreadsTest extends ZookeeperTest {

    private static final boolean HAS_THEM = Runtime.version().feature() >= 21;

    static class ThreadJob implements SimpleJob {
        final CompletableFuture<Thread> thread = new CompletableFuture<>();

        @Override
        public void execute(ShardingContext context) {
            thread.complete(Thread.currentThread());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
                "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
            })
    @Import(ThreadJob.class)
    static class Application {}

    private ConfigurableApplicationContext start(String property) {
        return start(
                Application.class,
                "elasticjob.jobs.j.elastic-job-class=" + ThreadJob.class.getName(),
                "elasticjob.jobs.j.sharding-total-count=1",
                property);
    }

    private static boolean runsOnVirtualThread(ConfigurableApplicationContext context) throws Exception {
        context.getBean(OneOffJobBootstrap.class).execute().get(60, TimeUnit.SECONDS);
        Thread thread = context.getBean(ThreadJob.class).thread.get(60, TimeUnit.SECONDS);
        return HAS_THEM && (boolean) Thread.class.getMethod("isVirtual").invoke(thread);
    }

    @Test
    void the_property_of_the_starter_is_bound_and_has_an_effect() throws Exception {
        ConfigurableApplicationContext context = start("elasticjob.threads.virtual=true");

        assertThat(VirtualThreads.chosen(context.getBean(CoordinatorRegistryCenter.class)))
                .contains(true);
        assertThat(runsOnVirtualThread(context)).isEqualTo(HAS_THEM);
    }

    @Test
    void the_property_of_spring_has_an_effect() throws Exception {
        assertThat(runsOnVirtualThread(start("spring.threads.virtual.enabled=true")))
                .isEqualTo(HAS_THEM);
    }

    @Test
    void without_a_property_items_run_on_platform_threads() throws Exception {
        assertThat(runsOnVirtualThread(start("spring.threads.virtual.enabled=false")))
                .isFalse();
    }
}
