package dev.elasticjob.spring.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Tests a registry in a database that is selected by properties. */
class DatabaseRegistryTest {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(SpringBootSimpleJob.class)
    static class Application {
        @Bean
        Runs runs() {
            return new Runs();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoDatabases {
        @Bean
        DataSource orders() {
            return new DriverManagerDataSource("jdbc:h2:mem:boot-orders;DB_CLOSE_DELAY=-1", "sa", "");
        }

        @Bean
        DataSource jobs() {
            return new DriverManagerDataSource("jdbc:h2:mem:boot-jobs;DB_CLOSE_DELAY=-1", "sa", "");
        }
    }

    @BeforeEach
    void forgetEarlierFailures() {
        ReportedFailures.clear();
    }

    private static ConfigurableApplicationContext start(Class<?> application, String... settings) {
        String[] all = new String[settings.length + 3];
        all[0] = "--elasticjob.reg-center.namespace=jobs";
        all[1] = "--elasticjob.jobs.one.elastic-job-class=" + SpringBootSimpleJob.class.getName();
        all[2] = "--elasticjob.jobs.one.sharding-total-count=2";
        for (int i = 0; i < settings.length; i++) {
            all[i + 3] = "--" + settings[i];
        }
        return new SpringApplicationBuilder(application)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .registerShutdownHook(false)
                .run(all);
    }

    private static void runs(ConfigurableApplicationContext context) throws Exception {
        assertThat(context.getBean("oneOneOffJobBootstrap", OneOffJobBootstrap.class)
                        .execute()
                        .get(60, TimeUnit.SECONDS)
                        .isSuccess())
                .isTrue();
    }

    private static int nodes(JdbcTemplate database) {
        return database.queryForObject("select count(*) from ej_node where path like '/one/%'", int.class);
    }

    @Test
    void jobs_run_on_the_database_of_the_application_and_use_no_connection_of_its_pool() throws Exception {
        try (ConfigurableApplicationContext context = start(
                Application.class,
                "elasticjob.reg-center.type=jdbc",
                "spring.datasource.url=jdbc:h2:mem:boot-registry;DB_CLOSE_DELAY=-1",
                "spring.datasource.hikari.maximum-pool-size=1")) {
            runs(context);
            assertThat(nodes(context.getBean(JdbcTemplate.class))).isPositive();
        }
    }

    @Test
    void an_address_of_a_database_selects_it() throws Exception {
        String url = "jdbc:h2:mem:boot-address;DB_CLOSE_DELAY=-1";
        try (ConfigurableApplicationContext context = start(
                Application.class,
                "elasticjob.reg-center.server-lists=" + url,
                "elasticjob.reg-center.digest=sa:",
                "elasticjob.reg-center.poll-interval-milliseconds=50",
                "spring.datasource.url=jdbc:h2:mem:boot-application")) {
            runs(context);
        }
        assertThat(nodes(new JdbcTemplate(new DriverManagerDataSource(url, "sa", ""))))
                .isPositive();
    }

    @Test
    void the_data_source_is_found_by_its_name() throws Exception {
        try (ConfigurableApplicationContext context = start(
                Application.class,
                "spring.main.sources=" + TwoDatabases.class.getName(),
                "elasticjob.reg-center.data-source-bean-name=jobs")) {
            runs(context);
            assertThat(nodes(new JdbcTemplate(context.getBean("jobs", DataSource.class))))
                    .isPositive();
        }
    }

    @Test
    void a_data_source_that_does_not_exist_is_reported() {
        assertThatThrownBy(() -> start(Application.class, "elasticjob.reg-center.data-source-bean-name=absent")
                        .close())
                .isInstanceOf(Exception.class);
        assertThat(ReportedFailures.only().getDescription())
                .contains("'elasticjob.reg-center.data-source-bean-name'")
                .contains("absent");
    }

    @Test
    void tables_are_not_created_unless_that_is_allowed() {
        assertThatThrownBy(() -> start(
                                Application.class,
                                "elasticjob.reg-center.server-lists=jdbc:h2:mem:boot-empty",
                                "elasticjob.reg-center.initialize-schema=never")
                        .close())
                .isInstanceOf(Exception.class);
        assertThat(ReportedFailures.only().getDescription())
                .contains("the registry's tables do not exist")
                .contains("CREATE TABLE ej_namespace");
    }

    @Test
    void a_wrong_setting_is_reported_by_its_property() {
        assertThatThrownBy(
                        () -> start(Application.class, "elasticjob.reg-center.server-lists=jdbc:oracle:thin:@//db/jobs")
                                .close())
                .isInstanceOf(Exception.class);
        assertThat(ReportedFailures.only().getDescription()).contains("'elasticjob.reg-center.server-lists'");
    }
}
