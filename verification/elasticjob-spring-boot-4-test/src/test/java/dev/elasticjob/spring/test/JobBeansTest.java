package dev.elasticjob.spring.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.api.ElasticJobConfiguration;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.OnStubborn;
import dev.elasticjob.api.Retry;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.memory.InMemoryRegistry;
import dev.elasticjob.registry.memory.InMemoryRegistryCenter;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;
import dev.elasticjob.scheduler.LocalView;
import dev.elasticjob.scheduler.Scheduler;
import dev.elasticjob.snapshot.SnapshotService;
import dev.elasticjob.spring.ElasticJobScan;
import dev.elasticjob.spring.JobConfigurationCustomizer;
import dev.elasticjob.spring.ProxiedJobClassName;
import dev.elasticjob.spring.boot.DevelopmentRegistry;
import dev.elasticjob.spring.boot.ElasticJobEndpoint;
import dev.elasticjob.spring.boot.JobMetrics;
import dev.elasticjob.spring.boot.JobsReport;
import dev.elasticjob.spring.test.scanned.ScannedJob;
import dev.elasticjob.tracing.JobEvent;
import dev.elasticjob.tracing.TracingConfiguration;
import dev.elasticjob.tracing.TracingListener;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.Banner;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Scope;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Tests jobs as beans. */
class JobBeansTest extends ZookeeperTest {

    private static final String EVERY_SECOND = "0/1 * * * * ?";

    private static JobConfiguration inForce(ConfigurableApplicationContext context, String jobName) {
        Scheduler scheduler = Scheduler.on(context.getBean(CoordinatorRegistryCenter.class));
        return scheduler.localView(jobName).map(LocalView::configuration).orElseThrow();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(SpringBootSimpleJob.class)
    static class Plain {
        @Bean
        Runs runs() {
            return new Runs();
        }
    }

    // ---- settings ----

    @Test
    void what_is_not_set_has_the_default_of_the_builder() {
        ConfigurableApplicationContext context = start(
                Plain.class,
                "elasticjob.jobs.plain.elastic-job-class=" + SpringBootSimpleJob.class.getName(),
                "elasticjob.jobs.plain.sharding-total-count=2");
        assertThat(inForce(context, "plain"))
                .usingRecursiveComparison()
                .ignoringFields("extraConfigurations")
                .isEqualTo(JobConfiguration.newBuilder("plain", 2).build().immutableCopy());
    }

    @Test
    void all_settings_arrive_in_either_spelling() {
        ConfigurableApplicationContext context = start(
                Plain.class,
                "elasticjob.regCenter.connectTimeoutMilliseconds=14000",
                "elasticjob.jobs.myJob.elasticJobClass=" + SpringBootSimpleJob.class.getName(),
                "elasticjob.jobs.myJob.jobBootstrapBeanName=mine",
                "elasticjob.jobs.myJob.cron=0 0 3 * * ?",
                "elasticjob.jobs.myJob.time-zone=Asia/Shanghai",
                "elasticjob.jobs.myJob.shardingTotalCount=2",
                "elasticjob.jobs.myJob.sharding-item-parameters=0=A,1=B",
                "elasticjob.jobs.myJob.job-parameter=p",
                "elasticjob.jobs.myJob.monitor-execution=true",
                "elasticjob.jobs.myJob.failover=true",
                "elasticjob.jobs.myJob.misfire=false",
                "elasticjob.jobs.myJob.max-time-diff-seconds=600",
                "elasticjob.jobs.myJob.reconcile-interval-minutes=5",
                "elasticjob.jobs.myJob.timeout=1h30m",
                "elasticjob.jobs.myJob.kill-grace=PT5S",
                "elasticjob.jobs.myJob.on-stubborn=release",
                "elasticjob.jobs.myJob.retry=exponential 5 10s 10m not-on java.lang.IllegalArgumentException",
                "elasticjob.jobs.myJob.job-sharding-strategy-type=ODEVITY",
                "elasticjob.jobs.myJob.job-executor-service-handler-type=SINGLE_THREAD",
                "elasticjob.jobs.myJob.job-error-handler-type=IGNORE",
                "elasticjob.jobs.myJob.job-listener-types=simpleJobListener,distributeOnceJobListener",
                "elasticjob.jobs.myJob.description=words",
                "elasticjob.jobs.myJob.props.a.nested.key=value",
                "elasticjob.jobs.myJob.disabled=true",
                "elasticjob.jobs.myJob.overwrite=true",
                "elasticjob.jobs.myJob.label=l",
                "elasticjob.jobs.myJob.static-sharding=true");
        assertThat(context.getBean("mine")).isInstanceOf(ScheduleJobBootstrap.class);
        JobConfiguration expected = JobConfiguration.newBuilder("myJob", 2)
                .cron("0 0 3 * * ?")
                .timeZone("Asia/Shanghai")
                .shardingItemParameters("0=A,1=B")
                .jobParameter("p")
                .failover(true)
                .misfire(false)
                .maxTimeDiffSeconds(600)
                .reconcileIntervalMinutes(5)
                .timeout("1h30m")
                .killGrace("5s")
                .onStubborn(OnStubborn.RELEASE)
                .retry(Retry.exponential(5, "10s", "10m").notOn(IllegalArgumentException.class))
                .jobShardingStrategyType("ODEVITY")
                .jobExecutorThreadPoolSizeProviderType("SINGLE_THREAD")
                .jobErrorHandlerType("IGNORE")
                .jobListenerTypes("simpleJobListener", "distributeOnceJobListener")
                .description("words")
                .setProperty("a.nested.key", "value")
                .disabled(true)
                .overwrite(true)
                .label("l")
                .staticSharding(true)
                .build();
        assertThat(inForce(context, "myJob"))
                .usingRecursiveComparison()
                .ignoringFields("extraConfigurations", "props")
                .isEqualTo(expected);
        assertThat(inForce(context, "myJob").getProps()).containsEntry("a.nested.key", "value");
    }

    @Test
    void monitoring_is_switched_off_by_its_property() {
        ConfigurableApplicationContext context = start(
                Plain.class,
                "elasticjob.jobs.plain.elastic-job-class=" + SpringBootSimpleJob.class.getName(),
                "elasticjob.jobs.plain.sharding-total-count=1",
                "elasticjob.jobs.plain.monitor-execution=false");
        assertThat(inForce(context, "plain").isMonitorExecution()).isFalse();
    }

    @Test
    void listeners_named_in_properties_are_called() throws Exception {
        ConfigurableApplicationContext context = start(
                Plain.class,
                "elasticjob.jobs.plain.elastic-job-class=" + SpringBootSimpleJob.class.getName(),
                "elasticjob.jobs.plain.job-bootstrap-bean-name=plain",
                "elasticjob.jobs.plain.sharding-total-count=1",
                "elasticjob.jobs.plain.job-listener-types=simpleJobListener");
        int before = NamespaceTest.SimpleJobListener.CALLS.get();
        context.getBean("plain", OneOffJobBootstrap.class).execute().get(60, TimeUnit.SECONDS);
        assertThat(NamespaceTest.SimpleJobListener.CALLS.get()).isEqualTo(before + 1);
    }

    @Test
    void an_environment_variable_sets_a_job_that_is_configured_elsewhere_and_makes_no_other() {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource(
                        "test-systemEnvironment", Map.of("ELASTICJOB_JOBS_MYJOB_JOBPARAMETER", "of the variable")));
        environment
                .getPropertySources()
                .addLast(new MapPropertySource(
                        "file",
                        Map.of(
                                "elasticjob.reg-center.server-lists",
                                servers(),
                                "elasticjob.reg-center.namespace",
                                namespace(),
                                "elasticjob.jobs.myJob.elasticJobClass",
                                SpringBootSimpleJob.class.getName(),
                                "elasticjob.jobs.myJob.shardingTotalCount",
                                "1",
                                "elasticjob.jobs.myJob.jobParameter",
                                "of the file")));
        ConfigurableApplicationContext context = manage(new SpringApplicationBuilder(Plain.class)
                .environment(environment)
                .bannerMode(Banner.Mode.OFF)
                .web(WebApplicationType.NONE)
                .registerShutdownHook(false)
                .run());
        assertThat(Scheduler.on(context.getBean(CoordinatorRegistryCenter.class))
                        .jobNames())
                .containsExactly("myJob");
        assertThat(inForce(context, "myJob").getJobParameter()).isEqualTo("of the variable");
    }

    @Configuration(proxyBeanMethods = false)
    static class Customized {
        @Bean
        JobConfigurationCustomizer customizer() {
            return configuration ->
                    configuration.toBuilder().jobParameter("customized").build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Plain.class, Customized.class})
    static class CustomizedApplication {}

    @Test
    void a_customizer_is_applied_last() {
        ConfigurableApplicationContext context = start(
                CustomizedApplication.class,
                "elasticjob.jobs.plain.elastic-job-class=" + SpringBootSimpleJob.class.getName(),
                "elasticjob.jobs.plain.job-parameter=written",
                "elasticjob.jobs.plain.sharding-total-count=1");
        assertThat(inForce(context, "plain").getJobParameter()).isEqualTo("customized");
    }

    // ---- start ----

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Plain.class, OrderOfStart.Watching.class})
    static class OrderOfStart {

        record Watching(CoordinatorRegistryCenter center, List<Integer> jobsSeen) implements CommandLineRunner {
            @Override
            public void run(String... args) {
                jobsSeen.add(Scheduler.on(center).jobNames().size());
            }
        }

        @Bean
        List<Integer> jobsSeen() {
            return new CopyOnWriteArrayList<>();
        }
    }

    @Test
    void jobs_join_when_the_application_is_ready_and_not_before() {
        ConfigurableApplicationContext context = start(
                OrderOfStart.class,
                "elasticjob.jobs.plain.elastic-job-class=" + SpringBootSimpleJob.class.getName(),
                "elasticjob.jobs.plain.cron=" + EVERY_SECOND,
                "elasticjob.jobs.plain.sharding-total-count=1",
                "elasticjob.jobs.later.elastic-job-class=" + SpringBootSimpleJob.class.getName(),
                "elasticjob.jobs.later.sharding-total-count=1");
        assertThat(context.getBean(OrderOfStart.Watching.class).jobsSeen()).containsExactly(0);
        assertThat(Scheduler.on(context.getBean(CoordinatorRegistryCenter.class))
                        .jobNames())
                .containsExactlyInAnyOrder("plain", "later");
    }

    @Test
    void jobs_that_were_stopped_with_the_context_start_with_it_again() {
        ConfigurableApplicationContext context = start(
                Plain.class,
                "elasticjob.jobs.plain.elastic-job-class=" + SpringBootSimpleJob.class.getName(),
                "elasticjob.jobs.plain.cron=" + EVERY_SECOND,
                "elasticjob.jobs.plain.sharding-total-count=1");
        Scheduler scheduler = Scheduler.on(context.getBean(CoordinatorRegistryCenter.class));
        context.stop();
        assertThat(scheduler.jobNames()).isEmpty();
        context.start();
        int before = context.getBean(Runs.class).of("plain").size();
        await().until(() -> context.getBean(Runs.class).of("plain").size() > before);
    }

    @Test
    void nothing_is_there_when_it_is_not_enabled() {
        ConfigurableApplicationContext context = start(Plain.class, "elasticjob.enabled=false");
        assertThat(context.getBeansOfType(CoordinatorRegistryCenter.class)).isEmpty();
    }

    // ---- proxies and scopes ----

    @Aspect
    static class Counting {
        final AtomicInteger calls = new AtomicInteger();

        @Around("execution(* dev.elasticjob.api.SimpleJob+.execute(..))")
        Object count(ProceedingJoinPoint call) throws Throwable {
            calls.incrementAndGet();
            return call.proceed();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Plain.class, Counting.class})
    static class Proxied {}

    private void aProxyIsCalled(String proxyTargetClass) throws Exception {
        ConfigurableApplicationContext context = start(
                Proxied.class,
                "spring.aop.proxy-target-class=" + proxyTargetClass,
                "elasticjob.jobs.proxied.elastic-job-class=" + SpringBootSimpleJob.class.getName(),
                "elasticjob.jobs.proxied.job-bootstrap-bean-name=proxied",
                "elasticjob.jobs.proxied.sharding-total-count=3");
        context.getBean("proxied", OneOffJobBootstrap.class).execute().get(60, TimeUnit.SECONDS);
        assertThat(context.getBean(Counting.class).calls).hasValue(3);
        assertThat(context.getBean(Runs.class).itemsOf("proxied")).hasSize(3);
        SimpleJob job = context.getBean(SimpleJob.class);
        assertThat(new ProxiedJobClassName().getJobClassName(job)).contains(SpringBootSimpleJob.class.getName());
    }

    @Test
    void a_job_behind_a_proxy_of_its_class_is_called_through_it() throws Exception {
        aProxyIsCalled("true");
    }

    @Test
    void a_job_behind_a_proxy_of_its_interfaces_is_called_through_it() throws Exception {
        aProxyIsCalled("false");
    }

    static class PrototypeJob implements SimpleJob {
        final AtomicInteger made;

        PrototypeJob(AtomicInteger made) {
            this.made = made;
            made.incrementAndGet();
        }

        @Override
        public void execute(ShardingContext context) {}
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Prototypes {
        @Bean
        AtomicInteger made() {
            return new AtomicInteger();
        }

        @Bean
        @Scope("prototype")
        PrototypeJob job(AtomicInteger made) {
            return new PrototypeJob(made);
        }
    }

    @Test
    void each_job_receives_a_separate_instance_of_a_prototype() {
        ConfigurableApplicationContext context = start(
                Prototypes.class,
                "elasticjob.jobs.one.elastic-job-class=" + PrototypeJob.class.getName(),
                "elasticjob.jobs.one.sharding-total-count=1",
                "elasticjob.jobs.two.elastic-job-class=" + PrototypeJob.class.getName(),
                "elasticjob.jobs.two.sharding-total-count=1");
        assertThat(context.getBean(AtomicInteger.class)).hasValue(2);
    }

    // ---- annotated jobs ----

    @ElasticJobConfiguration(
            jobName = "annotated",
            shardingTotalCount = 2,
            jobParameter = "${annotated.parameter}",
            shardingItemParameters = "0=A,1=B")
    static class AnnotatedJob implements SimpleJob {
        private final Runs runs;

        AnnotatedJob(Runs runs) {
            this.runs = runs;
        }

        @Override
        public void execute(ShardingContext context) {
            runs.add(context);
        }
    }

    record Caller(@Qualifier("annotatedOneOffJobBootstrap") OneOffJobBootstrap bootstrap) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @ElasticJobScan("dev.elasticjob.spring.test.scanned")
    @Import({Plain.class, AnnotatedJob.class, Caller.class, Counting.class})
    static class Annotated {}

    @Test
    void annotated_beans_and_scanned_classes_are_jobs() throws Exception {
        ConfigurableApplicationContext context =
                start(Annotated.class, "annotated.parameter=resolved", "scanned.cron=" + EVERY_SECOND);
        context.getBean(Caller.class).bootstrap().execute().get(60, TimeUnit.SECONDS);
        Runs runs = context.getBean(Runs.class);
        assertThat(runs.parametersOf("annotated")).containsExactlyInAnyOrder("A", "B");
        assertThat(runs.of("annotated")).allMatch(each -> each.getJobParameter().equals("resolved"));
        assertThat(context.getBean(ScannedJob.class).awaitRuns()).isTrue();
    }

    @Test
    void properties_of_a_job_take_the_place_of_its_annotation() throws Exception {
        ConfigurableApplicationContext context = start(
                Annotated.class,
                "annotated.parameter=unused",
                "scanned.cron=0 0 3 * * ?",
                "elasticjob.jobs.annotated.elastic-job-class=" + AnnotatedJob.class.getName(),
                "elasticjob.jobs.annotated.sharding-total-count=1",
                "elasticjob.jobs.annotated.job-parameter=of the properties");
        assertThat(inForce(context, "annotated").getJobParameter()).isEqualTo("of the properties");
    }

    // ---- the registry ----

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Plain.class)
    static class OwnRegistry {
        @Bean
        CoordinatorRegistryCenter mine() {
            return new InMemoryRegistryCenter(new InMemoryRegistry(), "mine");
        }
    }

    @Test
    void the_applications_own_registry_center_is_used() throws Exception {
        ConfigurableApplicationContext context = startBare(
                OwnRegistry.class,
                WebApplicationType.NONE,
                "--elasticjob.jobs.plain.elastic-job-class=" + SpringBootSimpleJob.class.getName(),
                "--elasticjob.jobs.plain.job-bootstrap-bean-name=plain",
                "--elasticjob.jobs.plain.sharding-total-count=1");
        assertThat(context.getBeansOfType(CoordinatorRegistryCenter.class)).containsOnlyKeys("mine");
        context.getBean("plain", OneOffJobBootstrap.class).execute().get(60, TimeUnit.SECONDS);
    }

    @ElasticJobConfiguration(jobName = "elsewhere", shardingTotalCount = 1, registryCenter = "second")
    static class ElsewhereJob implements SimpleJob {
        @Override
        public void execute(ShardingContext context) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class SecondRegistry {
        @Bean(initMethod = "init", destroyMethod = "close")
        CoordinatorRegistryCenter second() {
            return new ZookeeperRegistryCenter(new ZookeeperConfiguration(servers(), "another-namespace"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class FirstRegistry {
        @Bean(initMethod = "init", destroyMethod = "close")
        @Primary
        CoordinatorRegistryCenter first(Environment environment) {
            return new ZookeeperRegistryCenter(
                    new ZookeeperConfiguration(servers(), environment.getProperty("first.namespace")));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Plain.class, ElsewhereJob.class, FirstRegistry.class, SecondRegistry.class})
    static class TwoRegistries {}

    @Test
    void with_several_registry_centers_properties_use_the_primary_one_and_annotations_name_one() throws Exception {
        ConfigurableApplicationContext context = startBare(
                TwoRegistries.class,
                WebApplicationType.NONE,
                "--first.namespace=" + namespace(),
                "--elasticjob.jobs.here.elastic-job-class=" + SpringBootSimpleJob.class.getName(),
                "--elasticjob.jobs.here.sharding-total-count=1");
        assertThat(Scheduler.on(context.getBean("first", CoordinatorRegistryCenter.class))
                        .jobNames())
                .containsExactly("here");
        assertThat(Scheduler.on(context.getBean("second", CoordinatorRegistryCenter.class))
                        .jobNames())
                .containsExactly("elsewhere");
        for (String job : List.of("here", "elsewhere")) {
            assertThat(context.getBean(job + "OneOffJobBootstrap", OneOffJobBootstrap.class)
                            .execute()
                            .get(60, TimeUnit.SECONDS)
                            .isSuccess())
                    .isTrue();
        }
        assertThat(context.getBean(JobsReport.class).registries()).containsOnlyKeys("first", "second");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({OwnRegistry.class, SecondRegistry.class})
    static class NoPrimaryRegistry {}

    @Test
    void several_registry_centers_of_which_none_is_primary_are_refused_by_their_names() {
        assertThatThrownBy(() -> startBare(
                        NoPrimaryRegistry.class,
                        WebApplicationType.NONE,
                        "--elasticjob.jobs.torn.elastic-job-class=" + SpringBootSimpleJob.class.getName(),
                        "--elasticjob.jobs.torn.sharding-total-count=1"))
                .hasStackTraceContaining("Job 'torn' could run on several registry centers: [mine, second]");
    }

    // ---- beans of the application ----

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Plain.class)
    static class OwnBeans {

        @Bean
        List<JobEvent> received() {
            return new CopyOnWriteArrayList<>();
        }

        @Bean
        TracingListener listener(List<JobEvent> received) {
            return received::add;
        }

        @Bean
        TracingConfiguration<DataSource> ownTracing(DataSource dataSource) {
            return new TracingConfiguration<>("RDB", dataSource);
        }

        @Bean(destroyMethod = "close")
        SnapshotService ownSnapshots(CoordinatorRegistryCenter center) {
            return new SnapshotService(center, 0).listen();
        }

        @Bean
        JobMetrics ownMetrics(ObjectProvider<JobsReport> report) {
            return new JobMetrics(report::getObject);
        }

        @Bean
        ElasticJobEndpoint ownEndpoint(JobsReport report) {
            return new ElasticJobEndpoint(report);
        }
    }

    @Test
    void beans_of_the_application_replace_those_of_the_starter() throws Exception {
        ConfigurableApplicationContext context = start(
                OwnBeans.class,
                "spring.datasource.url=jdbc:h2:mem:own",
                "management.endpoints.web.exposure.include=elasticjob",
                "elasticjob.tracing.type=RDB",
                "elasticjob.dump.port=0",
                "elasticjob.jobs.plain.elastic-job-class=" + SpringBootSimpleJob.class.getName(),
                "elasticjob.jobs.plain.sharding-total-count=1");
        assertThat(context.getBeansOfType(TracingConfiguration.class)).containsOnlyKeys("ownTracing");
        assertThat(context.getBeansOfType(SnapshotService.class)).containsOnlyKeys("ownSnapshots");
        assertThat(context.getBeansOfType(JobMetrics.class)).containsOnlyKeys("ownMetrics");
        assertThat(context.getBeansOfType(ElasticJobEndpoint.class)).containsOnlyKeys("ownEndpoint");
        context.getBean("plainOneOffJobBootstrap", OneOffJobBootstrap.class)
                .execute()
                .get(60, TimeUnit.SECONDS);
        List<?> received = context.getBean("received", List.class);
        await().until(() -> received.stream().anyMatch(JobEvent.Finished.class::isInstance));
        context.stop();
        assertThat(context.getBean(JdbcTemplate.class)
                        .queryForObject("select count(*) from JOB_EXECUTION_LOG where is_success = 1", Integer.class))
                .isEqualTo(1);
    }

    // ---- without a registry ----

    private void runsOnADevelopmentRegistry(String kind) throws Exception {
        ConfigurableApplicationContext context = startBare(
                Plain.class,
                WebApplicationType.NONE,
                "--elasticjob.development-registry=" + kind,
                "--elasticjob.jobs.plain.elastic-job-class=" + SpringBootSimpleJob.class.getName(),
                "--elasticjob.jobs.plain.job-bootstrap-bean-name=plain",
                "--elasticjob.jobs.plain.sharding-total-count=2");
        assertThat(context.getBeansOfType(DevelopmentRegistry.class)).hasSize(1);
        context.getBean("plain", OneOffJobBootstrap.class).execute().get(60, TimeUnit.SECONDS);
        assertThat(context.getBean(Runs.class).itemsOf("plain")).hasSize(2);
    }

    @Test
    void one_property_runs_an_application_on_a_registry_in_memory_and_a_warning_names_its_limits() throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            runsOnADevelopmentRegistry("in-memory");
        } finally {
            System.setOut(before);
        }
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("WARN", "Jobs run on a registry for development (IN_MEMORY)", "no other process shares them");
    }

    @Test
    void one_property_runs_an_application_on_an_embedded_zookeeper() throws Exception {
        runsOnADevelopmentRegistry("embedded-zookeeper");
    }
}
