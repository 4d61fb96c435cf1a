package dev.elasticjob.spring.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Tests history in the data source of the application. */
class HistoryTest extends ZookeeperTest {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(SpringBootSimpleJob.class)
    static class Application {
        @Bean
        Runs runs() {
            return new Runs();
        }
    }

    private static final String CLASS = SpringBootSimpleJob.class.getName();

    private List<String> tracedJobs(String database, String... settings) throws Exception {
        String[] all = new String[settings.length + 7];
        all[0] = "spring.datasource.url=jdbc:h2:mem:" + database + ";DB_CLOSE_DELAY=-1";
        all[1] = "elasticjob.tracing.type=RDB";
        int i = 2;
        for (String job : List.of("one", "two")) {
            all[i++] = "elasticjob.jobs." + job + ".elastic-job-class=" + CLASS;
            all[i++] = "elasticjob.jobs." + job + ".sharding-total-count=2";
        }
        all[i++] = "elasticjob.tracing.settings.batch.delay.milliseconds=10";
        System.arraycopy(settings, 0, all, i, settings.length);
        ConfigurableApplicationContext context = start(Application.class, all);
        for (String job : List.of("one", "two")) {
            context.getBean(job + "OneOffJobBootstrap", OneOffJobBootstrap.class)
                    .execute()
                    .get(60, TimeUnit.SECONDS);
        }
        context.stop();
        return context.getBean(JdbcTemplate.class)
                .queryForList("select job_name from JOB_EXECUTION_LOG where is_success = 1 order by 1", String.class);
    }

    @Test
    void all_jobs_are_written() throws Exception {
        assertThat(tracedJobs("all")).containsExactly("one", "one", "two", "two");
    }

    @Test
    void history_is_written_to_a_separate_database_and_the_application_keeps_its_data_source() throws Exception {
        String url = "jdbc:h2:mem:history-alone;DB_CLOSE_DELAY=-1";
        ConfigurableApplicationContext context = start(
                Application.class,
                "spring.datasource.url=jdbc:h2:mem:application",
                "elasticjob.tracing.type=RDB",
                "elasticjob.tracing.data-source.url=" + url,
                "elasticjob.tracing.data-source.username=sa",
                "elasticjob.tracing.data-source.password=",
                "elasticjob.tracing.data-source.driver-class-name=org.h2.Driver",
                "elasticjob.jobs.one.elastic-job-class=" + CLASS,
                "elasticjob.jobs.one.sharding-total-count=2");
        context.getBean("oneOneOffJobBootstrap", OneOffJobBootstrap.class)
                .execute()
                .get(60, TimeUnit.SECONDS);

        assertThat(context.getBeansOfType(DataSource.class)).hasSize(1);
        context.close();

        assertThat(new JdbcTemplate(new DriverManagerDataSource(url, "sa", ""))
                        .queryForObject("select count(*) from JOB_EXECUTION_LOG where is_success = 1", int.class))
                .isEqualTo(2);
    }

    @Test
    void included_jobs_alone_are_written() throws Exception {
        assertThat(tracedJobs("included", "elasticjob.tracing.includeJobNames=two"))
                .containsExactly("two", "two");
    }

    @Test
    void excluded_jobs_are_not_written() throws Exception {
        assertThat(tracedJobs("excluded", "elasticjob.tracing.exclude-job-names[0]=two"))
                .containsExactly("one", "one");
    }

    @Test
    void including_and_excluding_exclude_each_other() {
        ReportedFailures.clear();
        assertThatThrownBy(() -> tracedJobs(
                        "both", "elasticjob.tracing.include-job-names=one", "elasticjob.tracing.exclude-job-names=two"))
                .isInstanceOf(Exception.class);
        assertThat(ReportedFailures.only().getDescription()).contains("'elasticjob.tracing.include-job-names'");
    }
}
