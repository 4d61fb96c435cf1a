package dev.elasticjob.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.api.ElasticJobConfiguration;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.memory.InMemoryRegistry;
import dev.elasticjob.registry.memory.InMemoryRegistryCenter;
import dev.elasticjob.scheduler.LocalView;
import dev.elasticjob.scheduler.Scheduler;
import dev.elasticjob.spring.scanned.ScannedJob;
import dev.elasticjob.tracing.JobEvent;
import dev.elasticjob.tracing.TracingListener;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.MapPropertySource;

/** Tests jobs in a plain context, without Spring Boot and without XML. */
class JobsInContextTest {

    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

    @AfterEach
    void close() {
        context.close();
    }

    private AnnotationConfigApplicationContext start(Class<?>... configurations) {
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource("test", Map.of("scanned.parameter", "resolved")));
        context.register(configurations);
        context.refresh();
        return context;
    }

    private Scheduler scheduler() {
        return Scheduler.on(context.getBean(CoordinatorRegistryCenter.class));
    }

    private JobConfiguration inForce(String jobName) {
        return scheduler().localView(jobName).map(LocalView::configuration).orElseThrow();
    }

    private boolean runsOnce(String bootstrap) throws Exception {
        return context.getBean(bootstrap, OneOffJobBootstrap.class)
                .execute()
                .get(60, TimeUnit.SECONDS)
                .isSuccess();
    }

    @Configuration(proxyBeanMethods = false)
    static class Registry {
        @Bean(destroyMethod = "close")
        CoordinatorRegistryCenter center() {
            return new InMemoryRegistryCenter(new InMemoryRegistry(), "context");
        }
    }

    @ElasticJobConfiguration(jobName = "annotated", shardingTotalCount = 1, label = "of the annotation")
    static class AnnotatedJob implements SimpleJob {
        @Override
        public void execute(ShardingContext shardingContext) {}
    }

    @Configuration(proxyBeanMethods = false)
    @ElasticJobScan(basePackageClasses = ScannedJob.class)
    static class Jobs {
        @Bean
        AnnotatedJob annotatedJob() {
            return new AnnotatedJob();
        }
    }

    // ---- what becomes a job ----

    @Test
    void annotated_beans_and_scanned_classes_run_as_jobs() throws Exception {
        start(Registry.class, Jobs.class);

        assertThat(runsOnce("annotatedOneOffJobBootstrap")).isTrue();
        assertThat(runsOnce("scannedOneOffJobBootstrap")).isTrue();
        assertThat(context.getBean(ScannedJob.class).runs()).containsExactly("resolved 0", "resolved 1");
    }

    @Configuration(proxyBeanMethods = false)
    static class TakenName {
        @Bean
        String annotatedOneOffJobBootstrap() {
            return "not a bootstrap";
        }
    }

    @Test
    void a_bootstrap_does_not_replace_a_bean_of_the_application() {
        assertThatThrownBy(() -> start(Registry.class, Jobs.class, TakenName.class))
                .hasMessageContaining(
                        "Job 'annotated' wants its bootstrap to be the bean 'annotatedOneOffJobBootstrap'");
    }

    @Configuration(proxyBeanMethods = false)
    static class Proxied {
        @Bean
        SimpleJob proxied() {
            return (SimpleJob) new ProxyFactory(new AnnotatedJob()).getProxy();
        }
    }

    @Test
    void the_class_of_a_job_behind_a_proxy_is_its_own() {
        start(Registry.class, Proxied.class);

        assertThat(new ProxiedJobClassName().getJobClassName(context.getBean(SimpleJob.class)))
                .contains(AnnotatedJob.class.getName());
        assertThat(new ProxiedJobClassName().getJobClassName(new AnnotatedJob()))
                .isEmpty();
    }

    @Configuration(proxyBeanMethods = false)
    static class Several {
        @Bean
        AnnotatedJob other() {
            return new AnnotatedJob();
        }

        @Bean
        @Primary
        AnnotatedJob preferred() {
            return new AnnotatedJob();
        }

        @Bean
        ScannedJob unrelated() {
            return new ScannedJob();
        }
    }

    @Test
    void of_several_beans_of_a_class_the_primary_one_is_found() {
        ConfigurableListableBeanFactory beans = start(Several.class).getBeanFactory();

        assertThat(JobBeans.ofClass(beans, AnnotatedJob.class)).containsExactly("preferred");
        assertThat(JobBeans.ofClass(beans, SimpleJob.class)).containsExactly("preferred");
        assertThat(JobBeans.ofClass(beans, ScannedJob.class)).containsExactly("unrelated");
    }

    // ---- from start to end ----

    @Test
    void jobs_are_members_while_the_context_runs() {
        start(Registry.class, Jobs.class);
        Scheduler scheduler = scheduler();
        assertThat(scheduler.jobNames()).containsExactlyInAnyOrder("annotated", "scanned");

        context.stop();
        assertThat(scheduler.jobNames()).isEmpty();

        context.start();
        assertThat(scheduler.jobNames()).containsExactlyInAnyOrder("annotated", "scanned");
    }

    @Configuration(proxyBeanMethods = false)
    static class Gate implements JobStart {
        private boolean open;

        @Override
        public boolean mayStart() {
            return open;
        }
    }

    @Test
    void a_bean_of_the_application_delays_the_start_of_jobs() {
        start(Registry.class, Jobs.class, Gate.class);
        assertThat(scheduler().jobNames()).isEmpty();

        context.getBean(JobsLifecycle.class).startJobs();
        assertThat(scheduler().jobNames()).containsExactlyInAnyOrder("annotated", "scanned");
    }

    // ---- beans that change jobs or follow them ----

    @Configuration(proxyBeanMethods = false)
    static class Customized {
        @Bean
        JobConfigurationCustomizer customizer() {
            return written -> written.toBuilder()
                    .description(written.getJobName() + ", " + written.getLabel())
                    .build();
        }
    }

    @Test
    void a_customizer_changes_the_settings_of_every_job() {
        start(Registry.class, Jobs.class, Customized.class);

        assertThat(inForce("annotated").getDescription()).isEqualTo("annotated, of the annotation");
        assertThat(inForce("scanned").getDescription()).isEqualTo("scanned, ");
    }

    @Configuration(proxyBeanMethods = false)
    static class Renamed {
        @Bean
        JobConfigurationCustomizer customizer() {
            return written -> JobConfiguration.newBuilder("renamed", 1).build();
        }
    }

    @Test
    void a_customizer_may_not_change_the_name_of_a_job() {
        assertThatThrownBy(() -> start(Registry.class, Jobs.class, Renamed.class))
                .hasStackTraceContaining("made job 'renamed' of job 'annotated'");
    }

    @Configuration(proxyBeanMethods = false)
    static class Listening implements TracingListener {
        private final List<JobEvent> events = new CopyOnWriteArrayList<>();

        @Override
        public void onEvent(JobEvent event) {
            events.add(event);
        }
    }

    @Test
    void a_listener_that_is_a_bean_receives_the_events_of_every_job() throws Exception {
        start(Registry.class, Jobs.class, Listening.class);
        runsOnce("annotatedOneOffJobBootstrap");
        runsOnce("scannedOneOffJobBootstrap");
        List<JobEvent> events = context.getBean(Listening.class).events;
        context.close();

        assertThat(events)
                .filteredOn(JobEvent.Finished.class::isInstance)
                .extracting(JobEvent::jobName)
                .containsExactlyInAnyOrder("annotated", "scanned", "scanned");
    }

    // ---- registry centers ----

    @Configuration(proxyBeanMethods = false)
    static class SecondRegistry {
        @Bean(destroyMethod = "close")
        CoordinatorRegistryCenter second() {
            return new InMemoryRegistryCenter(new InMemoryRegistry(), "second");
        }
    }

    @Test
    void several_registry_centers_of_which_none_is_primary_are_refused_by_their_names() {
        assertThatThrownBy(() -> start(Registry.class, SecondRegistry.class, Jobs.class))
                .hasStackTraceContaining("Job 'annotated' could run on several registry centers: [center, second]");
    }
}
