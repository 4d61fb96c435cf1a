package dev.elasticjob.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefusedTextTest {

    private static final String PATH = "/namespace/job/config";

    private static ThrowableAssertAlternative<ConfigurationFormatException> assertRefused(String text) {
        return assertThatExceptionOfType(ConfigurationFormatException.class)
                .isThrownBy(() -> JobConfigurationCodec.decode(PATH, text))
                .withMessageStartingWith(PATH)
                .withNoCause()
                .satisfies(refused -> assertThat(refused.nodePath()).isEqualTo(PATH));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            shardingTotalCount | three      | whole decimal number
            shardingTotalCount | 3.0        | whole decimal number
            shardingTotalCount | 010        | whole decimal number
            shardingTotalCount | 0x10       | whole decimal number
            shardingTotalCount | 1_000      | whole decimal number
            shardingTotalCount | 2147483648 | out of range
            maxTimeDiffSeconds | true       | whole decimal number
            failover           | maybe      | neither true nor false
            misfire            | 1          | neither true nor false
            """)
    void a_value_of_the_wrong_type_is_named_with_its_key_and_place(String key, String value, String reason) {
        assertRefused("jobName: job\n" + key + ": " + value)
                .withMessageContainingAll(
                        ", line 2, column " + (key.length() + 3), key, "'" + value + "'", reason, "Write ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            cron: [a]                  | cron: it is not a single value
            jobParameter: {a: b}       | jobParameter: it is not a single value
            shardingTotalCount: [3]    | shardingTotalCount: it is not a single value
            failover: {}               | failover: it is not a single value
            jobListenerTypes: audit    | jobListenerTypes: it is not a list
            jobListenerTypes: {a: b}   | jobListenerTypes: it is not a list
            jobListenerTypes: !!set {a} | jobListenerTypes: it is not a list
            jobListenerTypes: [[a]]    | jobListenerTypes: it is not a single value
            props: text                | props: it is not a mapping
            props: [a, b]              | props: it is not a mapping
            props: {mail: {host: h}}   | props.mail: it is not a single value
            props: {[a]: b}            | props: it is not a single value
            jobName: [a]               | jobName: it is not a single value
            ? [a]                      | key: it is not a single value
            """)
    void a_value_of_the_wrong_shape_is_named_with_its_key(String text, String reason) {
        assertRefused(text).withMessageContainingAll(", line 1, column ", reason, "Write ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cron: !!javax.script.ScriptEngineManager x",
                "jobParameter: !local x",
                "shardingTotalCount: !!java.lang.Integer 3",
                "props: !!java.util.Properties {a: b}",
                "props: {a: !!java.net.URL 'http://localhost'}",
                "jobListenerTypes: [!!java.lang.ProcessBuilder x]"
            })
    void a_tag_on_a_known_setting_is_refused(String text) {
        assertRefused(text).withMessageContainingAll("it is tagged", "Remove the tag");
    }

    @Test
    void a_tag_instantiates_nothing_wherever_it_stands() {
        String bean = "!!" + Trap.class.getName();
        for (String text : new String[] {
            "unknown: " + bean + " {name: x}",
            "unknown: [" + bean + " []]",
            "jobExtraConfigurations: [" + bean + " {name: x}]",
            "? " + bean + " {name: x}\n: y",
            "jobParameter: " + bean + " x",
            "props: {a: " + bean + " {}}",
            bean + " {name: x}"
        }) {
            try {
                StoredConfiguration read = JobConfigurationCodec.decode(PATH, text);
                JobConfigurationCodec.encode(read.configuration(), read.foreign());
            } catch (ConfigurationFormatException refused) {
                assertThat(refused).hasMessageStartingWith(PATH);
            }
        }
        assertThat(Trap.SPRUNG).isFalse();
    }

    /** Class that a tag would instantiate if tags were resolved. */
    public static class Trap {

        static final AtomicBoolean SPRUNG = new AtomicBoolean();

        public Trap() {
            SPRUNG.set(true);
        }

        public Trap(String name) {
            SPRUNG.set(true);
        }

        public void setName(String name) {
            SPRUNG.set(true);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"cron: a\ncron: b", "x: 1\n'x': 2", "props:\n  a: 1\n  \"a\": 2", "other: [{b: {c: 1, c: 2}}]"})
    void a_key_that_is_there_twice_is_refused(String text) {
        assertRefused(text).withMessageContainingAll(", line ", "is there twice", "Remove one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: &x 1\nb: *x", "a: &x [*x]", "a: &x {b: 1}\nc:\n  <<: *x", "&x a: *x"})
    void an_alias_is_refused(String text) {
        assertRefused(text).withMessageContainingAll(", line ", "alias", "Write the value out");
    }

    @Test
    void a_text_that_would_grow_beyond_measure_is_refused_at_once() {
        StringBuilder laughs = new StringBuilder("a0: &a0 [lol, lol]\n");
        for (int i = 1; i < 40; i++) {
            laughs.append("a%d: &a%d [*a%d, *a%d]%n".formatted(i, i, i - 1, i - 1));
        }
        assertRefused(laughs.toString()).withMessageContaining("alias");
    }

    @Test
    void a_text_too_large_is_refused() {
        assertRefused("jobParameter: " + "x".repeat(SafeYaml.MOST_CODE_POINTS))
                .withMessageContainingAll("1048576", "Keep large data elsewhere");
    }

    @Test
    void a_text_just_small_enough_is_read_whatever_its_code_points_take() {
        String entry = "- " + "\uD83D\uDD25".repeat(1021) + "\n";
        String text = "jobListenerTypes:\n" + entry.repeat(SafeYaml.MOST_CODE_POINTS / 1024 - 1);
        String padding = "#".repeat(SafeYaml.MOST_CODE_POINTS - text.codePointCount(0, text.length()));
        assertThat(text + padding).hasSizeGreaterThan(SafeYaml.MOST_CODE_POINTS);
        assertThat(JobConfigurationCodec.decode(PATH, text + padding)
                        .configuration()
                        .getJobListenerTypes())
                .hasSize(1023);
        assertRefused(text + padding + "#");
    }

    @ParameterizedTest
    @ValueSource(ints = {SafeYaml.DEEPEST_NESTING, 100, 100_000})
    void values_nested_too_deep_are_refused(int depth) {
        assertRefused("a: " + "[".repeat(depth) + "]".repeat(depth)).withMessageContainingAll("nested", "32");
        assertRefused("a: " + "{b: ".repeat(depth) + "}".repeat(depth)).withMessageContaining("nested");
    }

    @Test
    void the_deepest_nesting_allowed_is_read_and_written() {
        int depth = SafeYaml.DEEPEST_NESTING - 1;
        StoredConfiguration read = JobConfigurationCodec.decode(PATH, "a: " + "[".repeat(depth) + "]".repeat(depth));
        String rewritten = JobConfigurationCodec.encode(read.configuration(), read.foreign());
        assertThat(JobConfigurationCodec.decode(PATH, rewritten).foreign().keys())
                .containsExactly("a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: 1\n---\nb: 2", "a: 1\n...\n---\n[]"})
    void a_second_document_is_refused(String text) {
        assertRefused(text).withMessageContaining("second document");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   \n", "# nothing\n", "---\n...\n"})
    void an_empty_text_is_refused(String text) {
        assertRefused(text).withMessageContaining("Write lines such as");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "- a\n- b", "[]", "42", "!!set {a}", "!tagged {a: b}", "null"})
    void a_root_that_is_no_mapping_is_refused(String text) {
        assertRefused(text).withMessageContainingAll(", line 1, column 1", "not a plain mapping");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: 1\n\tb: 2",
                "props:\n\ta: b",
                "a: [1, 2",
                "a: 'open",
                "a: b: c",
                "{\"jobType\":\"SIMPLE\"",
                "a: @b",
                "a: 1\n b: 2",
                "a: \"\\q\"",
                "%YAML 3.0\n---\na: b"
            })
    void broken_yaml_is_refused_with_its_place(String text) {
        assertRefused(text).withMessageContainingAll(", line ", ", column ", "not YAML");
    }

    @ParameterizedTest
    @CsvSource({"'\u0000', U+0000", "'\u0007', U+0007", "'\uFFFE', U+FFFE", "'\uD800x', U+D800"})
    void a_character_that_yaml_has_no_place_for_is_refused_and_named(String character, String name) {
        assertRefused("jobName: job\njobParameter: a" + character + "b")
                .withMessageContainingAll(", line 2, column 16", name, "Remove it");
    }

    @Test
    void half_a_character_at_the_end_is_refused() {
        assertRefused("jobParameter: \uD83D").withMessageContainingAll("line 1, column 15", "U+D83D");
    }

    @Test
    void an_error_never_quotes_the_lines_around_it() {
        assertRefused("props:\n  email.password: hunter2\n  broken: [hunter2")
                .satisfies(refused -> assertThat(refused.toString()).doesNotContain("hunter2"));
        assertRefused("props:\n  email.password: [hunter2]\n")
                .withMessageContaining("props.email.password")
                .satisfies(refused -> assertThat(refused.toString()).doesNotContain("hunter2"));
    }

    @Test
    void a_long_value_is_quoted_in_part_and_on_one_line() {
        assertRefused("shardingTotalCount: \"" + "x\\n".repeat(500) + "\"")
                .satisfies(refused ->
                        assertThat(refused.getMessage()).hasSizeLessThan(400).doesNotContain("\n"));
    }

    @Test
    void binary_that_is_none_is_refused() {
        assertRefused("jobParameter: !!binary 'a'").withMessageContainingAll("jobParameter", "Base64");
    }
}
