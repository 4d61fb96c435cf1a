package dev.elasticjob.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SettingTest {

    @Test
    void every_setting_of_a_configuration_is_in_the_table() {
        Set<String> settings = Arrays.stream(JobConfiguration.class.getDeclaredMethods())
                .map(Method::getName)
                .filter(name -> name.matches("(get|is)[A-Z].*"))
                .map(name -> name.replaceFirst("get|is", ""))
                .map(name -> name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1))
                .collect(Collectors.toSet());
        settings.remove("jobName");
        settings.remove("extraConfigurations");
        assertThat(Setting.ALL).extracting(Setting::key).containsExactlyInAnyOrderElementsOf(settings);
    }

    @Test
    void the_table_is_in_alphabetical_order() {
        assertThat(Setting.ALL).extracting(Setting::key).isSorted();
    }
}
