package dev.elasticjob.spring.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/** Tests that an application that cannot start reports the responsible property. */
class DiagnosisTest extends ZookeeperTest {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
                "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
            })
    static class Application {}

    @BeforeEach
    void forgetEarlierFailures() {
        ReportedFailures.clear();
    }

    private void diagnosis(String named, String... settings) {
        assertThatThrownBy(() -> start(Application.class, settings)).isInstanceOf(Exception.class);
        assertThat(ReportedFailures.only().getDescription()).contains(named);
        assertThat(ReportedFailures.only().getAction()).isNotBlank();
    }

    @Test
    void without_a_registry() {
        assertThatThrownBy(() -> startBare(Application.class, WebApplicationType.NONE))
                .isInstanceOf(Exception.class);
        assertThat(ReportedFailures.only().getDescription()).contains("'elasticjob.reg-center.server-lists'");
        assertThat(ReportedFailures.only().getAction()).contains("elasticjob.development-registry");
    }

    @Test
    void a_wrong_setting_of_the_registry() {
        diagnosis("'elasticjob.reg-center.max-retries'", "elasticjob.reg-center.max-retries=-1");
    }

    @Test
    void a_registry_that_does_not_answer() {
        diagnosis(
                "registry",
                "elasticjob.reg-center.server-lists=127.0.0.1:1",
                "elasticjob.reg-center.connection-timeout-milliseconds=200");
    }

    @Test
    void a_misspelt_property() {
        diagnosis(
                "elasticjob.jobs.j.sharding-total-cuont",
                "elasticjob.jobs.j.elastic-job-type=SCRIPT",
                "elasticjob.jobs.j.sharding-total-cuont=3");
        assertThat(ReportedFailures.only().getAction())
                .contains("Did you mean 'elasticjob.jobs.j.sharding-total-count'");
    }

    @Test
    void a_misspelt_property_of_the_registry() {
        diagnosis("'elasticjob.reg-center.server-list'", "elasticjob.reg-center.server-list=127.0.0.1:2181");
        assertThat(ReportedFailures.only().getAction()).contains("Did you mean 'elasticjob.reg-center.server-lists'");
    }

    @Test
    void a_property_that_resembles_none() {
        diagnosis("'elasticjob.colour'", "elasticjob.colour=blue");
        assertThat(ReportedFailures.only().getAction())
                .doesNotContain("Did you mean")
                .contains("docs/spring.md");
    }

    @Test
    void properties_of_an_error_handler_that_are_missing_before_the_application_has_started() {
        diagnosis(
                "'elasticjob.jobs.j.job-error-handler-type' is 'WECHAT': The property wechat.webhook is missing",
                "elasticjob.jobs.j.elastic-job-type=SCRIPT",
                "elasticjob.jobs.j.sharding-total-count=1",
                "elasticjob.jobs.j.props.script.command.line=echo",
                "elasticjob.jobs.j.job-error-handler-type=WECHAT");
    }

    @Test
    void a_key_of_the_application_below_elasticjob_with_what_to_do_about_it() {
        diagnosis("elasticjob.my-wrapper.scan-package", "elasticjob.my-wrapper.scan-package=com.acme");
        assertThat(ReportedFailures.only().getAction()).contains("elasticjob.foreign-keys", "rename");
    }

    @Test
    void a_key_below_the_prefix_in_another_spelling_counts_too() {
        diagnosis("my-wrapper", "elastic-job.my-wrapper.scan-package=com.acme");
    }

    @Test
    void a_foreign_key_that_stands_for_everything() {
        diagnosis("'elasticjob.foreign-keys'", "elasticjob.foreign-keys=elasticjob.");
    }

    @Test
    void listed_foreign_keys_start_and_others_are_still_checked() {
        assertThat(start(
                                Application.class,
                                "elasticjob.foreign-keys=my-wrapper,elasticjob.owner.name",
                                "elasticjob.my-wrapper.scan-package=com.acme",
                                "elasticjob.myWrapper.scanClasses[0]=a",
                                "elasticjob.owner.name=us")
                        .isActive())
                .isTrue();
        diagnosis(
                "elasticjob.owner.mail",
                "elasticjob.foreign-keys=my-wrapper,owner.name",
                "elasticjob.my-wrapper.scan-package=com.acme",
                "elasticjob.owner.mail=us");
        assertThat(ReportedFailures.only().getDescription()).doesNotContain("my-wrapper");
    }

    @Test
    void a_database_of_the_history_with_a_bean_name_too() {
        diagnosis(
                "'elasticjob.tracing.data-source.url'",
                "elasticjob.tracing.type=RDB",
                "elasticjob.tracing.data-source.url=jdbc:h2:mem:x",
                "elasticjob.tracing.data-source-bean-name=y");
    }

    @Test
    void a_database_of_the_history_without_an_address() {
        diagnosis(
                "'elasticjob.tracing.data-source.url'",
                "elasticjob.tracing.type=RDB",
                "elasticjob.tracing.data-source.username=sa");
    }

    @Test
    void a_driver_of_the_history_that_does_not_exist() {
        diagnosis(
                "'elasticjob.tracing.data-source.url'",
                "elasticjob.tracing.type=RDB",
                "elasticjob.tracing.data-source.url=jdbc:h2:mem:x",
                "elasticjob.tracing.data-source.driver-class-name=no.such.Driver");
    }

    @Test
    void neither_class_nor_type() {
        diagnosis("'elasticjob.jobs.j.elastic-job-class'", "elasticjob.jobs.j.sharding-total-count=1");
    }

    @Test
    void both_class_and_type() {
        diagnosis(
                "'elasticjob.jobs.j.elastic-job-class'",
                "elasticjob.jobs.j.elastic-job-class=dev.elasticjob.api.SimpleJob",
                "elasticjob.jobs.j.elastic-job-type=SCRIPT",
                "elasticjob.jobs.j.sharding-total-count=1");
    }

    @Test
    void a_class_that_does_not_exist() {
        diagnosis(
                "elasticjob.jobs.j.elastic-job-class",
                "elasticjob.jobs.j.elastic-job-class=no.such.Job",
                "elasticjob.jobs.j.sharding-total-count=1");
    }

    @Test
    void a_class_that_no_bean_has() {
        diagnosis(
                "'elasticjob.jobs.j.elastic-job-class'",
                "elasticjob.jobs.j.elastic-job-class=" + SpringBootSimpleJob.class.getName(),
                "elasticjob.jobs.j.sharding-total-count=1");
    }

    @Test
    void no_number_of_items() {
        diagnosis("'elasticjob.jobs.j.sharding-total-count'", "elasticjob.jobs.j.elastic-job-type=SCRIPT");
    }

    @Test
    void a_cron_that_is_none() {
        diagnosis(
                "'elasticjob.jobs.j.cron' is '0/5 * * *'",
                "elasticjob.jobs.j.elastic-job-type=SCRIPT",
                "elasticjob.jobs.j.cron=0/5 * * *",
                "elasticjob.jobs.j.sharding-total-count=1");
    }

    @Test
    void a_type_that_is_not_known() {
        diagnosis(
                "'elasticjob.jobs.j.elastic-job-type' is 'SCRIPTS'",
                "elasticjob.jobs.j.elastic-job-type=SCRIPTS",
                "elasticjob.jobs.j.sharding-total-count=1");
    }

    @Test
    void history_without_a_data_source() {
        diagnosis("'elasticjob.tracing.type'", "elasticjob.tracing.type=RDB");
    }
}
