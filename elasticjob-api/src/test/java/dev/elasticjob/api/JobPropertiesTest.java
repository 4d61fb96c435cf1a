package dev.elasticjob.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JobPropertiesTest {

    private static Properties filled() {
        Properties props = new Properties();
        props.setProperty("a", "1");
        props.setProperty("b", "2");
        return props;
    }

    /** A way to change properties; its name appears in test reports. */
    private record Route(String name, Change change) {

        @Override
        public String toString() {
            return name;
        }
    }

    private interface Change {

        void make(Properties props) throws IOException;
    }

    static Stream<Route> routes() {
        return Stream.of(
                new Route("setProperty", props -> props.setProperty("a", "x")),
                new Route("put", props -> props.put("c", "x")),
                new Route("putAll", props -> props.putAll(Map.of("c", "x"))),
                new Route("putIfAbsent", props -> props.putIfAbsent("c", "x")),
                new Route("compute", props -> props.compute("a", (key, value) -> "x")),
                new Route("computeIfAbsent", props -> props.computeIfAbsent("c", key -> "x")),
                new Route("computeIfPresent", props -> props.computeIfPresent("a", (key, value) -> null)),
                new Route("merge", props -> props.merge("a", "x", (one, other) -> "y")),
                new Route("replace", props -> props.replace("a", "x")),
                new Route("replace if equal", props -> props.replace("a", "1", "x")),
                new Route("replaceAll", props -> props.replaceAll((key, value) -> "x")),
                new Route("remove", props -> props.remove("a")),
                new Route("remove if equal", props -> props.remove("a", "1")),
                new Route("clear", Properties::clear),
                new Route("load from a reader", props -> props.load(new StringReader("c=x"))),
                new Route("load from a stream", props -> props.load(stream("c=x"))),
                new Route(
                        "loadFromXML",
                        props -> props.loadFromXML(
                                stream("<!DOCTYPE properties SYSTEM \"http://java.sun.com/dtd/properties.dtd\">"
                                        + "<properties><entry key=\"c\">x</entry></properties>"))),
                new Route("keySet remove", props -> props.keySet().remove("a")),
                new Route("keySet clear", props -> props.keySet().clear()),
                new Route("keySet iterator", props -> removeFirst(props.keySet().iterator())),
                new Route("keySet removeIf", props -> props.keySet().removeIf(key -> true)),
                new Route("values remove", props -> props.values().remove("1")),
                new Route("values clear", props -> props.values().clear()),
                new Route("values iterator", props -> removeFirst(props.values().iterator())),
                new Route("entrySet remove", props -> props.entrySet().remove(Map.entry("a", "1"))),
                new Route("entrySet clear", props -> props.entrySet().clear()),
                new Route(
                        "entrySet iterator",
                        props -> removeFirst(props.entrySet().iterator())),
                new Route(
                        "entrySet setValue",
                        props -> props.entrySet().iterator().next().setValue("x")),
                new Route(
                        "entrySet stream setValue",
                        props -> props.entrySet().stream().forEach(entry -> entry.setValue("x"))),
                new Route(
                        "entrySet copied setValue",
                        props -> List.copyOf(props.entrySet()).forEach(entry -> entry.setValue("x"))));
    }

    private static ByteArrayInputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void removeFirst(Iterator<?> iterator) {
        iterator.next();
        iterator.remove();
    }

    @ParameterizedTest
    @MethodSource("routes")
    void closed_properties_are_changed_by_no_route(Route route) {
        Properties closed = JobProperties.closedCopyOf(filled());
        assertThatThrownBy(() -> route.change().make(closed)).isInstanceOf(UnsupportedOperationException.class);
        assertThat(closed).isEqualTo(filled());
    }

    @ParameterizedTest
    @MethodSource("routes")
    void open_properties_are_changed_by_every_route(Route route) throws IOException {
        Properties open = JobProperties.openCopyOf(filled());
        route.change().make(open);
        assertThat(open).isNotEqualTo(filled());
    }

    /** Fails if a later Java version adds a method to {@link Properties}, which must then be examined. */
    @Test
    void every_method_that_could_change_them_is_known() {
        Set<String> reading = Set.of(
                "getProperty",
                "get",
                "getOrDefault",
                "contains",
                "containsKey",
                "containsValue",
                "elements",
                "keys",
                "equals",
                "hashCode",
                "toString",
                "forEach",
                "isEmpty",
                "size",
                "list",
                "propertyNames",
                "stringPropertyNames",
                "store",
                "storeToXML",
                "clone",
                "keySet",
                "values",
                "entrySet",
                "save");
        Set<String> changing = Arrays.stream(Properties.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .map(Method::getName)
                .filter(name -> !reading.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(changing)
                .containsExactly(
                        "clear",
                        "compute",
                        "computeIfAbsent",
                        "computeIfPresent",
                        "load",
                        "loadFromXML",
                        "merge",
                        "put",
                        "putAll",
                        "putIfAbsent",
                        "remove",
                        "replace",
                        "replaceAll",
                        "setProperty");
    }

    @Test
    void the_error_names_the_alternative() {
        Properties closed = JobProperties.closedCopyOf(filled());
        assertThatThrownBy(() -> closed.setProperty("a", "x"))
                .hasMessageContainingAll("started", "set properties before", "in the registry");
    }

    @Test
    void closed_properties_can_be_read_in_every_way() throws IOException {
        Properties closed = JobProperties.closedCopyOf(filled());
        assertThat(closed.getProperty("a")).isEqualTo("1");
        assertThat(closed.getProperty("c", "default")).isEqualTo("default");
        assertThat(closed.stringPropertyNames()).containsExactlyInAnyOrder("a", "b");
        assertThat(closed.keySet()).containsExactlyInAnyOrder("a", "b");
        assertThat(closed.values()).containsExactlyInAnyOrder("1", "2");
        assertThat(closed.entrySet()).containsExactlyInAnyOrder(Map.entry("a", "1"), Map.entry("b", "2"));
        StringWriter stored = new StringWriter();
        closed.store(stored, null);
        assertThat(stored.toString()).contains("a=1", "b=2");
        assertThat(new Properties(closed).getProperty("a")).isEqualTo("1");
    }

    @Test
    void a_clone_of_closed_properties_does_not_open_them() {
        Properties closed = JobProperties.closedCopyOf(filled());
        Object clone = closed.clone();
        assertThat(clone).isEqualTo(closed);
        assertThatThrownBy(() -> ((Properties) clone).setProperty("a", "x"))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThat(closed).isEqualTo(filled());
    }

    @Test
    void a_number_that_was_put_is_found_as_a_text() {
        JobConfiguration config = JobConfiguration.newBuilder("job", 1).build();
        config.getProps().put("http.read.timeout.milliseconds", 5000);
        config.getProps().put("email.useSsl", false);
        Properties copy = config.immutableCopy().getProps();
        assertThat(copy.getProperty("http.read.timeout.milliseconds")).isEqualTo("5000");
        assertThat(copy.getProperty("email.useSsl")).isEqualTo("false");
    }
}
