package dev.elasticjob.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.scheduler.OneOffResult;
import dev.elasticjob.snapshot.SnapshotService;
import dev.elasticjob.tracing.TracingConfiguration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Tests the YAML and the properties of the manual with changed package names; addresses and ports are overridden. */
class ManualYamlTest extends ZookeeperTest {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({SpringBootSimpleJob.class, SpringBootDataflowJob.class})
    static class Application {
        @Bean
        Runs runs() {
            return new Runs();
        }
    }

    static class OneOffJobController {
        @Autowired
        @Qualifier("myOneOffJobBean")
        private ObjectProvider<OneOffJobBootstrap> myOneOffJobProvider;

        CompletableFuture<OneOffResult> executeOneOffJob2() {
            OneOffJobBootstrap myOneOffJob = myOneOffJobProvider.getIfAvailable();
            Objects.requireNonNull(myOneOffJob);
            return myOneOffJob.execute();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(OneOffJobController.class)
    static class OneOffApplication {}

    private ConfigurableApplicationContext manual(Class<?> application, String file, String... settings) {
        String[] all = new String[settings.length + 1];
        all[0] = "spring.config.location=classpath:manual/" + file;
        System.arraycopy(settings, 0, all, 1, settings.length);
        return start(application, all);
    }

    private static void runsEveryItem(ConfigurableApplicationContext context, String jobName) {
        Runs runs = context.getBean(Runs.class);
        await().until(() -> runs.itemsOf(jobName).equals(Set.of(0, 1, 2)));
        assertThat(runs.parametersOf(jobName)).containsExactlyInAnyOrder("Beijing", "Shanghai", "Guangzhou");
    }

    @Test
    void jobs_of_chapter_6_1_1_run() {
        ConfigurableApplicationContext context = manual(Application.class, "chapter-6-1-1.yml");
        assertThat(context.getBeansOfType(ScheduleJobBootstrap.class))
                .containsOnlyKeys("dataflowJobScheduleJobBootstrap", "scriptJobScheduleJobBootstrap");
        runsEveryItem(context, "dataflowJob");
    }

    @Test
    void a_one_off_job_is_injected_and_executed() throws Exception {
        ConfigurableApplicationContext context = manual(OneOffApplication.class, "one-off.yml");
        OneOffResult result =
                context.getBean(OneOffJobController.class).executeOneOffJob2().get(60, TimeUnit.SECONDS);
        assertThat(result.items()).hasSize(9);
    }

    @Test
    void yaml_of_chapter_6_2_6_runs() throws Exception {
        ConfigurableApplicationContext context =
                manual(Application.class, "chapter-6-2-6.yml", "elasticjob.dump.port=0");
        assertThat(context.getBean(TracingConfiguration.class).jobs().excluded())
                .containsExactlyInAnyOrder("job-name-1", "job-name-2");
        assertThat(context.getBean(SnapshotService.class).port()).isPositive();
        OneOffJobBootstrap manual = context.getBean("manualScriptJobBean", OneOffJobBootstrap.class);
        assertThat(manual.execute().get(60, TimeUnit.SECONDS).items()).hasSize(9);
        runsEveryItem(context, "simpleJob");
    }

    @Test
    void properties_of_chapter_6_2_6_run() throws Exception {
        ConfigurableApplicationContext context = manual(
                Application.class,
                "chapter-6-2-6.properties",
                "elasticjob.dump.port=0",
                "spring.datasource.url=jdbc:h2:mem:properties");
        assertThat(context.getBean(TracingConfiguration.class).jobs().excluded())
                .containsExactly("job-name");
        OneOffJobBootstrap manual = context.getBean("manualScriptJobBean", OneOffJobBootstrap.class);
        assertThat(manual.execute().get(60, TimeUnit.SECONDS).items()).hasSize(3);
        runsEveryItem(context, "simpleJob");
    }

    @Test
    void error_handlers_get_their_nested_properties() {
        ConfigurableApplicationContext context = manual(OneOffOnly.class, "error-handlers.yml");
        assertThat(context.getBeansOfType(OneOffJobBootstrap.class)).hasSize(6);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class OneOffOnly {}
}
