package dev.elasticjob.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.DataflowJobProperties;
import dev.elasticjob.api.HttpJobProperties;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.JobSetting;
import dev.elasticjob.api.ScriptJobProperties;
import dev.elasticjob.error.notify.DingtalkPropertiesConstants;
import dev.elasticjob.error.notify.EmailPropertiesConstants;
import dev.elasticjob.error.notify.WechatPropertiesConstants;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Verifies that the configuration reference lists exactly the settings of the code, with their effective defaults. */
class ConfigurationReferenceTest {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)`[^|]*\\| ([^|]*) \\|");
    private static final Pattern QUOTED = Pattern.compile("`([\\w.]+)`");

    private final Path root = Reactor.ofThisBuild().root();
    private final String page = Files.readString(root.resolve("docs/configuration.md"));

    ConfigurationReferenceTest() throws IOException {}

    private String section(String heading) {
        int begin = page.indexOf("\n## " + heading + "\n");
        assertThat(begin).as(heading).isNotNegative();
        int end = page.indexOf("\n## ", begin + 1);
        return page.substring(begin, end < 0 ? page.length() : end);
    }

    /** Returns the documented job settings with their documented defaults. */
    private Map<String, String> documented() {
        Map<String, String> rows = new TreeMap<>();
        for (String heading : List.of(
                "What it is",
                "When it runs",
                "What its code is given",
                "Sharding and running",
                "When something goes wrong",
                "Who decides")) {
            ROW.matcher(section(heading)).results().forEach(row -> rows.put(row.group(1), row.group(2)));
        }
        return rows;
    }

    private static Set<String> settings() {
        return JobSetting.all().stream().map(JobSetting::name).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void every_setting_of_a_job_is_there_and_no_other() {
        Set<String> documented = new TreeSet<>(documented().keySet());
        assertThat(documented.remove("jobName")).isTrue();
        assertThat(documented).isEqualTo(settings());
    }

    @Test
    void the_defaults_are_those_of_the_code() {
        Map<String, String> documented = documented();
        JobConfiguration defaults = JobConfiguration.newBuilder("a", 1).build();
        for (JobSetting<?> setting : JobSetting.all()) {
            assertThat(documented.get(setting.name()))
                    .as(setting.name())
                    .matches(setting.isRequired() ? "required" : documentedDefault(setting, defaults));
        }
    }

    /** Returns a pattern. A type that is not set has a default that is in effect, which is documented instead. */
    private static <T> String documentedDefault(JobSetting<T> setting, JobConfiguration defaults) {
        boolean isNone = setting == JobSetting.PROPS
                || setting.format(setting.defaultValue()).isEmpty();
        Object effective = isNone ? setting.effective(defaults) : setting.format(setting.defaultValue());
        return effective instanceof String text && !text.isEmpty()
                ? Pattern.quote("`" + text + "`")
                : "(?s)empty.*|none";
    }

    @Test
    void every_property_of_kinds_of_jobs_and_of_error_handlers_is_there() throws IllegalAccessException {
        assertNamed(
                "Properties of kinds of jobs",
                DataflowJobProperties.class,
                ScriptJobProperties.class,
                HttpJobProperties.class);
        assertNamed(
                "Properties of error handlers",
                EmailPropertiesConstants.class,
                WechatPropertiesConstants.class,
                DingtalkPropertiesConstants.class);
    }

    private void assertNamed(String heading, Class<?>... constants) throws IllegalAccessException {
        Set<String> named = quotedIn(section(heading));
        for (Class<?> each : constants) {
            for (Field field : each.getFields()) {
                if (Modifier.isStatic(field.getModifiers()) && field.getType() == String.class) {
                    String value = (String) field.get(null);
                    if (value.matches("(streaming|script|http|email|wechat|dingtalk)\\..+")) {
                        assertThat(named).as(each.getSimpleName()).contains(value);
                    }
                }
            }
        }
    }

    private static Set<String> quotedIn(String text) {
        return QUOTED.matcher(text).results().map(each -> each.group(1)).collect(Collectors.toSet());
    }

    @Test
    void every_system_property_is_there_and_no_other() throws IOException {
        Pattern constant = Pattern.compile("static final String \\w+ =\\s*\"(elasticjob\\.[\\w.]+)\"");
        Set<String> inCode = new TreeSet<>();
        try (Stream<Path> files = Files.walk(root.resolve("elasticjob-core/src/main/java"))) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                constant.matcher(Files.readString(file))
                        .results()
                        .map(each -> each.group(1))
                        .forEach(inCode::add);
            }
        }
        Set<String> documented = Pattern.compile("(?m)^\\| `(elasticjob\\.[\\w.]+)` \\|")
                .matcher(section("System properties"))
                .results()
                .map((MatchResult each) -> each.group(1))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(documented).isEqualTo(inCode).isNotEmpty();
    }

    @Test
    void every_setting_of_history_is_there_with_its_default() throws IOException {
        Map<String, String> inCode = new TreeMap<>();
        Pattern.compile("reader\\.number\\(\"([\\w.]+)\", ([\\d_]+),")
                .matcher(Files.readString(root.resolve(
                        "elasticjob-tracing-rdb/src/main/java/dev/elasticjob/tracing/rdb/RdbTracingSettings.java")))
                .results()
                .forEach(each -> inCode.put(each.group(1), each.group(2).replace("_", "")));
        Map<String, String> documented = new TreeMap<>();
        Pattern.compile("(?m)^\\| `([a-z.]+)` \\| (\\d+)")
                .matcher(Files.readString(root.resolve("docs/history.md")))
                .results()
                .forEach(each -> documented.put(each.group(1), each.group(2)));

        assertThat(documented).isEqualTo(inCode).isNotEmpty();
    }
}
