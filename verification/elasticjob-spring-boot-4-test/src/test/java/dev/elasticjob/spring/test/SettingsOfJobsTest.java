package dev.elasticjob.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobSetting;
import dev.elasticjob.spring.boot.JobProperties;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.springframework.beans.BeanUtils;
import org.springframework.beans.BeanWrapperImpl;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Verifies that what is generated from the table of settings lists each of them. */
class SettingsOfJobsTest {

    private static final String SCHEMA = "META-INF/elasticjob/elasticjob-elements.xsd";

    @Test
    void the_properties_of_a_job_are_the_settings_with_their_defaults() {
        BeanWrapperImpl job = new BeanWrapperImpl(new JobProperties());
        for (JobSetting<?> setting : JobSetting.all()) {
            assertThat(job.isWritableProperty(setting.name()))
                    .as(setting.name())
                    .isTrue();
            if (!setting.isRequired() && setting != JobSetting.PROPS) {
                assertDefault(setting, job.getPropertyValue(setting.name()));
            }
        }
        Set<String> further = Arrays.stream(BeanUtils.getPropertyDescriptors(JobProperties.class))
                .map(each -> each.getName())
                .filter(each -> JobSetting.named(each).isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(further)
                .containsExactly(
                        "class",
                        "elasticJobClass",
                        "elasticJobType",
                        "jobBootstrapBeanName",
                        "jobExecutorServiceHandlerType");
    }

    private static <T> void assertDefault(JobSetting<T> setting, Object value) {
        assertThat(value instanceof String text ? setting.parse(text) : value)
                .as(setting.name())
                .isEqualTo(setting.defaultValue());
    }

    @Test
    void the_attributes_of_a_job_in_xml_are_the_settings() throws Exception {
        Set<String> expected = new TreeSet<>(List.of(
                "id",
                "class",
                "job-ref",
                "job-type",
                "registry-center-ref",
                "tracing-ref",
                "timeZone",
                "job-executor-service-handler-type"));
        JobSetting.all().stream()
                .filter(setting -> setting != JobSetting.PROPS)
                .forEach(setting ->
                        expected.add(setting.name().replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT)));
        Set<String> attributes = new TreeSet<>();
        Document schema;
        try (InputStream in = JobSetting.class.getClassLoader().getResourceAsStream(SCHEMA)) {
            schema = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
        }
        NodeList elements = schema.getElementsByTagName("xsd:element");
        for (int i = 0; i < elements.getLength(); i++) {
            Element element = (Element) elements.item(i);
            if (element.getAttribute("name").equals("job")) {
                NodeList found = element.getElementsByTagName("xsd:attribute");
                for (int j = 0; j < found.getLength(); j++) {
                    attributes.add(((Element) found.item(j)).getAttribute("name"));
                }
            }
        }
        assertThat(attributes).isEqualTo(expected);
    }
}
