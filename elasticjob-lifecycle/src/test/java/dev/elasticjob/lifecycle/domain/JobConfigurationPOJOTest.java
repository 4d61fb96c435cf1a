package dev.elasticjob.lifecycle.domain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.ConfigurationProblem;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.JobSetting;
import dev.elasticjob.api.OnStubborn;
import dev.elasticjob.api.Retry;
import java.beans.IntrospectionException;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.time.Duration;
import java.util.Arrays;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class JobConfigurationPOJOTest {

    private static JobConfiguration.Builder job() {
        return JobConfiguration.newBuilder("job", 3)
                .cron("0/5 * * * * ?")
                .killGrace("5s")
                .onStubborn(OnStubborn.RELEASE)
                .retry(Retry.fixed(3, "30s"))
                .setProperty("a", "1");
    }

    @Test
    void every_setting_that_elasticjob_has_is_a_bean_property() throws IntrospectionException {
        Set<String> properties = Arrays.stream(Introspector.getBeanInfo(JobConfigurationPOJO.class, Object.class)
                        .getPropertyDescriptors())
                .filter(each -> each.getReadMethod() != null && each.getWriteMethod() != null)
                .map(PropertyDescriptor::getName)
                .collect(Collectors.toSet());
        assertThat(properties)
                .contains("jobName", "version", "jobExecutorServiceHandlerType")
                .containsAll(JobSetting.all().stream()
                        .filter(setting -> !setting.isStoredInProps())
                        .map(JobSetting::name)
                        .toList());
    }

    @Test
    void no_setting_is_lost() {
        JobConfiguration config = job().buildUnchecked();
        assertThat(JobConfigurationPOJO.fromJobConfiguration(config).toJobConfiguration())
                .usingRecursiveComparison()
                .isEqualTo(config);
    }

    @Test
    void a_setting_is_changed_by_its_row_of_the_table() {
        JobConfigurationPOJO pojo = JobConfigurationPOJO.fromJobConfiguration(job().buildUnchecked());
        pojo.set(JobSetting.KILL_GRACE, Duration.ofSeconds(7));
        pojo.set(JobSetting.RETRY, null);
        assertThat(pojo.get(JobSetting.KILL_GRACE)).hasSeconds(7);
        assertThat(pojo.toJobConfiguration().getKillGrace()).hasSeconds(7);
        assertThat(pojo.toJobConfiguration().getRetry()).isEqualTo(Retry.NONE);
        assertThat(pojo.toJobConfiguration().getOnStubborn()).isEqualTo(OnStubborn.RELEASE);
    }

    @Test
    void properties_are_modified_in_place_and_replaced() {
        JobConfigurationPOJO pojo = JobConfigurationPOJO.fromJobConfiguration(job().buildUnchecked());
        pojo.getProps().setProperty("b", "2");
        assertThat(pojo.get(JobSetting.PROPS)).containsOnlyKeys("a", "b");
        assertThat(pojo.toJobConfiguration().getProps()).containsOnlyKeys("a", "b");
        Properties others = new Properties();
        others.setProperty("c", "3");
        pojo.setProps(others);
        assertThat(pojo.toJobConfiguration().getProps()).containsOnlyKeys("c");
        pojo.set(JobSetting.PROPS, null);
        assertThat(pojo.toJobConfiguration().getProps()).isEmpty();
    }

    @Test
    void a_value_that_cannot_be_read_stays_a_problem_until_it_is_replaced() {
        JobConfigurationPOJO pojo = JobConfigurationPOJO.fromJobConfiguration(
                job().setText(JobSetting.KILL_GRACE, "soon").buildUnchecked());
        assertThat(pojo.toJobConfiguration().problems())
                .extracting(ConfigurationProblem::setting)
                .containsExactly("killGrace");
        pojo.set(JobSetting.KILL_GRACE, Duration.ZERO);
        assertThat(pojo.toJobConfiguration().problems()).isEmpty();
    }
}
