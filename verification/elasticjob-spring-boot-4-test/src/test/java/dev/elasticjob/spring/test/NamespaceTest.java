package dev.elasticjob.spring.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.api.AbstractDistributeOnceElasticJobListener;
import dev.elasticjob.api.ElasticJobListener;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.OnStubborn;
import dev.elasticjob.api.Retry;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.ShardingContexts;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.scheduler.LocalView;
import dev.elasticjob.scheduler.Scheduler;
import dev.elasticjob.snapshot.SnapshotService;
import dev.elasticjob.spring.test.scanned.ScannedJob;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.xml.XmlBeanDefinitionReader;
import org.springframework.context.support.GenericXmlApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Tests XML without Spring Boot: the examples of the manual, and every attribute. */
class NamespaceTest extends ZookeeperTest {

    public static class SilentJob implements SimpleJob {
        @Override
        public void execute(ShardingContext context) {}
    }

    public static class SimpleJobListener implements ElasticJobListener {

        static final AtomicInteger CALLS = new AtomicInteger();

        @Override
        public void beforeJobExecuted(ShardingContexts contexts) {
            CALLS.incrementAndGet();
        }

        @Override
        public void afterJobExecuted(ShardingContexts contexts) {}

        @Override
        public String getType() {
            return "simpleJobListener";
        }
    }

    public static class MyDistributeOnceJobListener extends AbstractDistributeOnceElasticJobListener {

        static final AtomicInteger BEFORE = new AtomicInteger();
        static final AtomicInteger AFTER = new AtomicInteger();
        private static final long startTimeoutMills = 3000;
        private static final long completeTimeoutMills = 3000;

        public MyDistributeOnceJobListener() {
            super(startTimeoutMills, completeTimeoutMills);
        }

        @Override
        public void doBeforeJobExecutedAtLastStarted(ShardingContexts shardingContexts) {
            BEFORE.incrementAndGet();
        }

        @Override
        public void doAfterJobExecutedAtLastCompleted(ShardingContexts shardingContexts) {
            AFTER.incrementAndGet();
        }

        @Override
        public String getType() {
            return "distributeOnceJobListener";
        }
    }

    private GenericXmlApplicationContext xml(String file, String... settings) {
        return xml(new ClassPathResource(file), settings);
    }

    private GenericXmlApplicationContext xml(Resource resource, String... settings) {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("servers", servers());
        properties.put("namespace", namespace());
        for (int i = 0; i < settings.length; i += 2) {
            properties.put(settings[i], settings[i + 1]);
        }
        GenericXmlApplicationContext context = manage(new GenericXmlApplicationContext());
        context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", properties));
        context.load(resource);
        context.refresh();
        return context;
    }

    private static JobConfiguration inForce(GenericXmlApplicationContext context, String jobName) {
        Scheduler scheduler = Scheduler.on(context.getBean(CoordinatorRegistryCenter.class));
        return scheduler.localView(jobName).map(LocalView::configuration).orElseThrow();
    }

    @Test
    void jobs_of_the_manual_run() throws Exception {
        GenericXmlApplicationContext context = xml(
                "manual/jobs.xml",
                "myJob.id",
                "my-job",
                "myJob.shardingTotalCount",
                "3",
                "myJob.cron",
                "0/1 * * * * ?",
                "myScriptJob.id",
                "my-script-job",
                "myScriptJob.shardingTotalCount",
                "2",
                "myScriptJob.cron",
                "0/5 * * * * ?",
                "myScriptJob.scriptCommandLine",
                "echo");
        assertThat(context.getBeansOfType(ScheduleJobBootstrap.class)).containsOnlyKeys("my-job", "my-script-job");
        Runs runs = context.getBean(Runs.class);
        await().until(() -> runs.itemsOf("my-job").equals(Set.of(0, 1, 2)));
        OneOffJobBootstrap oneOffJobBootstrap = context.getBean("oneOffJobBean", OneOffJobBootstrap.class);
        assertThat(oneOffJobBootstrap.execute().get(60, TimeUnit.SECONDS).isSuccess())
                .isTrue();
        assertThat(runs.itemsOf("oneOffJobBean")).hasSize(2);
    }

    @Test
    void the_dump_port_of_the_manual_is_open() {
        assertThat(xml("manual/snapshot.xml")
                        .getBean("jobSnapshot", SnapshotService.class)
                        .port())
                .isPositive();
    }

    @Test
    void history_of_the_manual_is_written() {
        GenericXmlApplicationContext context = xml(
                "manual/tracing.xml",
                "driver.class.name",
                "org.h2.Driver",
                "url",
                "jdbc:h2:mem:xml;DB_CLOSE_DELAY=-1",
                "username",
                "sa",
                "password",
                "",
                "myJob.id",
                "traced");
        await().until(() -> context.getBean(Runs.class).itemsOf("traced").size() == 3);
        context.stop();
        assertThat(new JdbcTemplate(context.getBean(DataSource.class))
                        .queryForObject(
                                "select count(*) from JOB_EXECUTION_LOG where job_name = 'traced'", Integer.class))
                .isGreaterThanOrEqualTo(3);
    }

    @Test
    void listeners_of_the_manual_are_called_one_on_each_instance_and_one_once_for_both() {
        int before = SimpleJobListener.CALLS.get();
        GenericXmlApplicationContext first = xml("manual/listeners.xml", "myJob.id", "listened");
        GenericXmlApplicationContext second = xml("manual/listeners.xml", "myJob.id", "listened");
        Runs oneRuns = first.getBean(Runs.class);
        Runs otherRuns = second.getBean(Runs.class);
        await().until(() -> oneRuns.itemsOf("listened").size()
                                + otherRuns.itemsOf("listened").size()
                        >= 3
                && !oneRuns.of("listened").isEmpty()
                && !otherRuns.of("listened").isEmpty());
        await().until(() -> MyDistributeOnceJobListener.AFTER.get() > 1);
        first.close();
        second.close();
        long instants = Stream.concat(oneRuns.of("listened").stream(), otherRuns.of("listened").stream())
                .map(each -> each.getScheduledAt().orElseThrow())
                .distinct()
                .count();
        assertThat(SimpleJobListener.CALLS.get() - before).isGreaterThan(MyDistributeOnceJobListener.BEFORE.get());
        assertThat(MyDistributeOnceJobListener.BEFORE.get()).isPositive().isLessThanOrEqualTo((int) instants);
        assertThat(MyDistributeOnceJobListener.AFTER.get()).isLessThanOrEqualTo((int) instants);
    }

    @Test
    void error_handlers_of_the_manual_get_their_properties() {
        GenericXmlApplicationContext context = xml(
                "manual/error-handlers.xml",
                "host",
                "host",
                "port",
                "465",
                "username",
                "username",
                "password",
                "password",
                "useSsl",
                "true",
                "subject",
                "ElasticJob error message",
                "from",
                "from@xxx.xx",
                "to",
                "to1@xxx.xx,to2@xxx.xx");
        assertThat(context.getBeansOfType(OneOffJobBootstrap.class))
                .containsOnlyKeys("LOG", "THROW", "IGNORE", "EMAIL");
        assertThat(inForce(context, "EMAIL").getProps()).containsEntry("email.host", "host");
    }

    @Test
    void every_attribute_arrives_in_our_own_namespace_too() {
        GenericXmlApplicationContext context = xml(
                "xml/every-attribute.xml",
                "timeout",
                "40000",
                "scanned.package",
                "dev.elasticjob.spring.test.scanned",
                "scanned.cron",
                "0 0 4 * * ?",
                "limit",
                "1h30m");
        JobConfiguration expected = JobConfiguration.newBuilder("everything", 2)
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
                .jobListenerTypes("simpleJobListener")
                .description("words")
                .setProperty("a.key", "value")
                .disabled(true)
                .overwrite(true)
                .label("l")
                .staticSharding(true)
                .build();
        assertThat(inForce(context, "everything"))
                .usingRecursiveComparison()
                .ignoringFields("extraConfigurations", "props")
                .isEqualTo(expected);
        assertThat(inForce(context, "everything").getProps()).containsEntry("a.key", "value");
        assertThat(inForce(context, "plain"))
                .usingRecursiveComparison()
                .ignoringFields("extraConfigurations", "props")
                .isEqualTo(JobConfiguration.newBuilder("plain", 1).build());
        assertThat(inForce(context, "unmonitored").isMonitorExecution()).isFalse();
        assertThat(context.getBeansOfType(ScannedJob.class)).hasSize(1);
        assertThat(inForce(context, "scannedJob").getCron()).isEqualTo("0 0 4 * * ?");
    }

    @Test
    void every_property_of_an_error_handler_arrives() {
        GenericXmlApplicationContext context = xml("xml/error-handlers.xml");
        assertThat(inForce(context, "mail").getJobErrorHandlerType()).isEqualTo("EMAIL");
        assertThat(inForce(context, "mail").getProps())
                .containsAllEntriesOf(Map.of(
                        "email.host", "localhost",
                        "email.port", "465",
                        "email.username", "username",
                        "email.password", "password",
                        "email.from", "from@example.com",
                        "email.to", "to1@example.com,to2@example.com",
                        "email.cc", "cc@example.com",
                        "email.bcc", "bcc@example.com",
                        "email.debug", "true"));
        assertThat(inForce(context, "wechat").getJobErrorHandlerType()).isEqualTo("WECHAT");
        assertThat(inForce(context, "wechat").getProps())
                .containsAllEntriesOf(Map.of(
                        "wechat.webhook", "https://localhost/wechat",
                        "wechat.connectTimeoutMilliseconds", "1000",
                        "wechat.readTimeoutMilliseconds", "2000"));
        assertThat(inForce(context, "dingtalk").getJobErrorHandlerType()).isEqualTo("DINGTALK");
        assertThat(inForce(context, "dingtalk").getProps())
                .containsAllEntriesOf(Map.of(
                        "dingtalk.webhook", "https://localhost/dingtalk",
                        "dingtalk.keyword", "keyword",
                        "dingtalk.secret", "secret",
                        "dingtalk.connectTimeoutMilliseconds", "1000",
                        "dingtalk.readTimeoutMilliseconds", "2000"));
    }

    private static final String NAMESPACE = "https://elasticjob.dev/schema/elasticjob";

    private static Resource beans(String elements) {
        String text = "<beans xmlns='http://www.springframework.org/schema/beans' xmlns:elasticjob='" + NAMESPACE
                + "' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'"
                + " xsi:schemaLocation='http://www.springframework.org/schema/beans"
                + " http://www.springframework.org/schema/beans/spring-beans.xsd "
                + NAMESPACE + " " + NAMESPACE + "/elasticjob.xsd'>" + elements + "</beans>";
        return new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8), "a test's XML");
    }

    @Test
    void a_job_is_exactly_one_of_bean_type_and_class() {
        assertThatThrownBy(() -> xml(beans("<elasticjob:job id='both' job-ref='x' job-type='SCRIPT'"
                        + " registry-center-ref='c' sharding-total-count='1'/>")))
                .hasMessageContaining("id=\"both\"")
                .hasMessageContaining("job-ref and job-type");
        assertThatThrownBy(() ->
                        xml(beans("<elasticjob:job id='none' registry-center-ref='c' sharding-total-count='1'/>")))
                .hasMessageContaining("exactly one");
    }

    @Test
    void an_attribute_that_does_not_exist_is_refused_by_the_schema() {
        assertThatThrownBy(() -> xml(beans(
                        "<elasticjob:job id='j' job-type='SCRIPT' registry-center-ref='c' sharding-total-cuont='1'/>")))
                .hasStackTraceContaining("sharding-total-cuont");
    }

    @Test
    void schemas_come_from_the_jar() {
        GenericXmlApplicationContext offline = manage(new GenericXmlApplicationContext());
        XmlBeanDefinitionReader reader = new XmlBeanDefinitionReader(offline);
        assertThat(reader.loadBeanDefinitions(
                        beans("<elasticjob:zookeeper id='c' server-lists='nowhere:1' namespace='n'/>")))
                .isEqualTo(1);
    }
}
