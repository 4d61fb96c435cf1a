package dev.elasticjob.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeZonesTest {

    @ParameterizedTest
    @CsvSource({
        "GMT+08:00, +08:00",
        "GMT+8:00, +08:00",
        "GMT+8, +08:00",
        "GMT+0800, +08:00",
        "GMT-3:30, -03:30",
        "GMT, Z",
        "UTC, Z",
        "UTC+8, +08:00",
        "Z, Z",
        "+08:00, +08:00",
        "+8, +08:00",
        "-0530, -05:30",
        "' Asia/Shanghai ', +08:00",
        "Asia/Kolkata, +05:30",
        "Etc/GMT-8, +08:00"
    })
    void zones_are_read_as_people_write_them(String text, String offset) {
        assertThat(TimeZones.parse(text).getRules().getOffset(Instant.EPOCH.plusSeconds(1_700_000_000)))
                .hasToString(offset);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Asia/Shanghai", "America/New_York", "UTC", "GMT+08:00"})
    void a_zone_keeps_its_usual_id(String text) {
        assertThat(TimeZones.parse(text)).isEqualTo(ZoneId.of(text));
    }

    @ParameterizedTest
    @CsvSource({
        "Asia/Shangai, Asia/Shanghai",
        "asia/shanghai, Asia/Shanghai",
        "Shanghai, Asia/Shanghai",
        "Europe/Belin, Europe/Berlin",
        "America/NewYork, America/New_York"
    })
    void an_unknown_zone_is_refused_with_similar_ones(String text, String suggestion) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TimeZones.parse(text))
                .withMessage("There is no time zone '" + text + "'; did you mean " + suggestion + "?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Mars/Olympus", "CST", "nonsense", "Asia/", "ä"})
    void a_zone_like_no_other_is_refused_with_an_example(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TimeZones.parse(text))
                .withMessage("There is no time zone '" + text
                        + "'; write an id such as Asia/Shanghai or an offset such as GMT+08:00");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"GMT8", "GMT+", "GMT+19", "GMT+8:5", "GMT+08:60", "+123456", "GMT+x", "UTC-18:01", "+8:", "+１"})
    void an_offset_that_is_none_is_refused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TimeZones.parse(text))
                .withMessageContaining("'" + text + "'")
                .withMessageContaining("+08:00, +8:00, +8 or +0800");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "  "})
    void no_zone_is_not_a_zone(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TimeZones.parse(text))
                .withMessageContaining("empty");
    }
}
