package dev.elasticjob.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryTest {

    private static final String CLASSES = " only-on java.io.IOException not-on java.io.EOFException,java.lang.Error";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "none",
                "fixed 3 30s",
                "exponential 5 10s 10m",
                "exponential 5 10s 10s",
                "exponential 100 100ms 7d",
                "fixed 1 1h30m not-on java.lang.IllegalArgumentException,java.sql.SQLSyntaxErrorException",
                "exponential 5 10s 10m" + CLASSES
            })
    void the_text_form_is_read_and_written(String text) {
        Retry retry = Retry.parse(text);
        assertThat(retry).hasToString(text).isEqualTo(Retry.parse(text)).hasSameHashCodeAs(Retry.parse(text));
    }

    @Test
    void a_text_may_have_other_spellings() {
        assertThat(Retry.parse("  Fixed  3  PT30S  NOT-ON a.B , c.D ")).hasToString("fixed 3 30s not-on a.B,c.D");
        assertThat(Retry.parse("NONE")).isEqualTo(Retry.NONE);
        assertThat(Retry.parse("fixed 1 1s not-on b.B not-on a.A,b.B")).hasToString("fixed 1 1s not-on a.A,b.B");
    }

    @Test
    void the_factories_make_what_the_text_says() {
        assertThat(Retry.exponential(5, "10s", "10m"))
                .isEqualTo(Retry.exponential(5, Duration.ofSeconds(10), Duration.ofMinutes(10)))
                .hasToString("exponential 5 10s 10m");
        assertThat(Retry.fixed(3, "30s"))
                .isEqualTo(Retry.fixed(3, Duration.ofSeconds(30)))
                .hasToString("fixed 3 30s");
        assertThat(Retry.exponential(5, "10s", "10m")
                        .onlyOn(IOException.class)
                        .notOn(java.io.EOFException.class)
                        .notOn("java.lang.Error"))
                .hasToString("exponential 5 10s 10m" + CLASSES);
        assertThat(Retry.fixed(3, "30s")).isNotEqualTo(Retry.exponential(3, "30s", "30s"));
    }

    @Test
    void no_retries_are_none_whatever_else_is_set() {
        assertThat(Retry.fixed(0, "30s").notOn(IOException.class)).isEqualTo(Retry.NONE);
        assertThat(Retry.parse("exponential 0 1s 2s not-on a.B")).isEqualTo(Retry.NONE);
        assertThat(Retry.NONE.max()).isZero();
        assertThat(Retry.NONE.appliesTo(new IOException())).isFalse();
        assertThat(Retry.NONE.delay(1, 1)).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        ""                       | '' is neither none, fixed nor exponential
        linear 5 10s             | 'linear' is neither none, fixed nor exponential
        fixed                    | number of retries is missing
        fixed 3                  | delay is missing
        fixed three 30s          | 'three' is not a number of retries
        fixed 3 30               | delay is '30', and it has no unit
        fixed 3 99ms             | the delay 99ms must be between 100ms and 7d, in whole milliseconds
        fixed 3 8d               | the delay 8d must be between 100ms and 7d, in whole milliseconds
        fixed 3 -5s              | the delay PT-5S must be between 100ms and 7d, in whole milliseconds
        fixed 3 PT1.0000001S     | the delay PT1.0000001S must be between 100ms and 7d, in whole milliseconds
        fixed -1 30s             | the number of retries must be between 0 and 100
        fixed 101 30s            | the number of retries must be between 0 and 100
        exponential 5 10s        | maxDelay is missing
        exponential 5 x 10m      | firstDelay is 'x', and it is not a duration
        exponential 5 10s x      | maxDelay is 'x', and it is not a duration
        exponential 5 10m 10s    | firstDelay 10m is longer than maxDelay 10s
        fixed 3 30s 10m          | '10m' is not expected there
        none not-on a.B          | 'not-on' is not expected there
        fixed 3 30s not-on       | class names are missing after not-on
        fixed 3 30s not-on a.B,  | '' is not the name of a class
        fixed 3 30s only-on a/B  | 'a/B' is not the name of a class
        fixed 3 30s not-on a.    | 'a.' is not the name of a class
        """)
    void an_invalid_text_is_rejected_with_the_reason(String text, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Retry.parse(text))
                .withMessageStartingWith("retry is '" + text + "': " + reason + ". Write ");
    }

    @Test
    void invalid_arguments_are_rejected_with_the_values() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Retry.exponential(5, "10m", "10s"))
                .withMessageStartingWith(
                        "retry is 'exponential 5 10m 10s': firstDelay 10m is longer than maxDelay 10s. ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Retry.fixed(1000, Duration.ofSeconds(1)))
                .withMessageContaining("between 0 and 100");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Retry.fixed(3, "1s").notOn("not a name"))
                .withMessageContaining("'not a name' is not the name of a class");
        assertThatNullPointerException().isThrownBy(() -> Retry.fixed(3, (Duration) null));
        assertThatNullPointerException().isThrownBy(() -> Retry.NONE.appliesTo(null));
    }

    @Test
    void classes_are_compared_by_name_with_superclasses_and_without_causes() {
        Retry retry = Retry.fixed(3, "1s").notOn(IOException.class);
        assertThat(retry.appliesTo(new IOException())).isFalse();
        assertThat(retry.appliesTo(new FileNotFoundException())).isFalse();
        assertThat(retry.appliesTo(new IllegalStateException(new IOException())))
                .isTrue();
        assertThat(retry.appliesTo(new Error())).isTrue();
        Retry only = Retry.fixed(3, "1s").onlyOn(IOException.class).notOn(FileNotFoundException.class);
        assertThat(only.appliesTo(new IOException())).isTrue();
        assertThat(only.appliesTo(new FileNotFoundException())).isFalse();
        assertThat(only.appliesTo(new Exception())).isFalse();
    }

    @Test
    void a_class_that_does_not_exist_here_can_be_named() {
        assertThat(Retry.parse("fixed 3 1s not-on com.example.Missing$Inner").appliesTo(new IOException()))
                .isTrue();
    }

    @Test
    void an_exponential_delay_doubles_up_to_its_limit_and_is_jittered_down_to_half() {
        Retry retry = Retry.exponential(10, "10s", "1m");
        long[] expected = {10_000, 20_000, 40_000, 60_000, 60_000};
        for (int i = 0; i < expected.length; i++) {
            int tryNumber = i + 1;
            long[] delays = LongStream.range(0, 100_000)
                    .map(random ->
                            retry.delay(tryNumber, random * 0x9E3779B97F4A7C15L).toMillis())
                    .toArray();
            assertThat(LongStream.of(delays).min().orElseThrow()).isBetween(expected[i] / 2, expected[i] / 2 + 50);
            assertThat(LongStream.of(delays).max().orElseThrow()).isBetween(expected[i] - 50, expected[i]);
            assertThat(retry.delay(tryNumber, 42)).isEqualTo(retry.delay(tryNumber, 42));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, 0, 1, 31, 32, 62, 63, 64, 65, 1_000_000, Integer.MAX_VALUE})
    void a_delay_stays_in_range_for_any_number_of_tries_and_any_random_bits(int tryNumber) {
        Retry retry = Retry.exponential(100, "100ms", "7d");
        for (long random : new long[] {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE}) {
            assertThat(retry.delay(tryNumber, random)).isBetween(Duration.ofMillis(50), Duration.ofDays(7));
        }
    }

    @Test
    void a_fixed_delay_is_not_jittered() {
        assertThat(Retry.fixed(3, "30s").delay(1, 1)).isEqualTo(Duration.ofSeconds(30));
        assertThat(Retry.fixed(3, "30s").delay(100, -77)).isEqualTo(Duration.ofSeconds(30));
    }
}
