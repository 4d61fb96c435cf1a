package dev.elasticjob.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

    @ParameterizedTest
    @CsvSource({
        "30s, PT30S, 30s",
        "5m, PT5M, 5m",
        "1h30m, PT1H30M, 1h30m",
        "90m, PT1H30M, 1h30m",
        "100ms, PT0.1S, 100ms",
        "1m500ms, PT1M0.5S, 1m500ms",
        "1d12h, PT36H, 1d12h",
        "' 2H 5S ', PT2H5S, 2h5s",
        "0, PT0S, 0s",
        "0s, PT0S, 0s",
        "PT30S, PT30S, 30s",
        "pt1h, PT1H, 1h",
        "P1DT1M, PT24H1M, 1d1m",
        "PT0.000001S, PT0.000001S, PT0.000001S",
        "-5s, PT-5S, PT-5S",
        "-PT5S, PT-5S, PT-5S"
    })
    void a_text_is_read_and_written_in_the_short_form(String text, Duration expected, String written) {
        assertThat(Durations.parse(text)).isEqualTo(expected);
        assertThat(Durations.format(expected)).isEqualTo(written);
        assertThat(Durations.parse(written)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "s", "-", "", "5 apples", "1s1m", "1.5s", "5sec", "PT", "PX", "1s 1s", "٣s"})
    void other_texts_are_rejected(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Durations.parse(text))
                .withMessage("it is not a duration");
    }

    @ParameterizedTest
    @ValueSource(strings = {"30", "-1", "100000"})
    void a_number_without_unit_is_rejected(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Durations.parse(text))
                .withMessage("it has no unit");
    }

    @ParameterizedTest
    @ValueSource(strings = {"99999999999999999999s", "9223372036854775807d", "1d9223372036854775807s"})
    void a_number_beyond_the_range_is_rejected(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Durations.parse(text))
                .withMessage("it is too long");
    }

    @Test
    void every_whole_number_of_milliseconds_comes_back() {
        for (long millis = 1; millis < Duration.ofDays(400).toMillis(); millis = millis * 3 + 1) {
            Duration duration = Duration.ofMillis(millis);
            assertThat(Durations.parse(Durations.format(duration))).isEqualTo(duration);
        }
    }
}
