package dev.elasticjob.lifecycle.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.beans.IntrospectionException;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class JobConfigurationPOJOTest {

    @Test
    void every_field_is_a_bean_property() throws IntrospectionException {
        Set<String> properties = Arrays.stream(Introspector.getBeanInfo(JobConfigurationPOJO.class, Object.class)
                        .getPropertyDescriptors())
                .filter(each -> each.getReadMethod() != null && each.getWriteMethod() != null)
                .map(PropertyDescriptor::getName)
                .collect(Collectors.toSet());
        List<String> fields = Arrays.stream(JobConfigurationPOJO.class.getDeclaredFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers()) && !field.isSynthetic())
                .map(Field::getName)
                .toList();

        assertThat(properties).containsAll(fields).contains("jobListenerTypes");
    }
}
