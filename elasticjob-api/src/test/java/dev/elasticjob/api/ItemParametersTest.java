package dev.elasticjob.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ItemParametersTest {

    private static Map<Integer, String> values(String text) {
        ItemParameters parsed = ItemParameters.parse(text);
        assertThat(parsed.mistakes()).isEmpty();
        return parsed.values();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n"})
    void none_are_none(String text) {
        assertThat(values(text)).isEmpty();
    }

    @Test
    void a_configuration_parses_them_once() {
        JobConfiguration configuration = JobConfiguration.newBuilder("job", 2)
                .shardingItemParameters("0=A,1=B")
                .build();
        assertThat(configuration.itemParameters())
                .containsExactly(entry(0, "A"), entry(1, "B"))
                .isSameAs(configuration.itemParameters());
    }

    @Test
    void they_come_in_the_order_of_their_items() {
        assertThat(values("2=C,0=A,10=J,1=B"))
                .containsExactly(entry(0, "A"), entry(1, "B"), entry(2, "C"), entry(10, "J"));
    }

    @Test
    void blanks_around_either_part_do_not_count() {
        assertThat(values(" 0 = A B , 1\t=\tC \n, 2=D")).containsExactly(entry(0, "A B"), entry(1, "C"), entry(2, "D"));
    }

    @Test
    void a_value_may_be_any_text() {
        assertThat(values("0=北京,1=a=b=c,2=http://x/?y=z,3=\uD83D\uDD25,4='q',5=\\"))
                .containsExactly(
                        entry(0, "北京"),
                        entry(1, "a=b=c"),
                        entry(2, "http://x/?y=z"),
                        entry(3, "\uD83D\uDD25"),
                        entry(4, "'q'"),
                        entry(5, "\\"));
    }

    @Test
    void a_value_may_be_empty() {
        assertThat(values("0=,1= ,2=x")).containsExactly(entry(0, ""), entry(1, ""), entry(2, "x"));
    }

    @Test
    void valid_parts_are_kept_in_addition_to_mistakes_and_the_first_duplicate_counts() {
        ItemParameters parsed = ItemParameters.parse("0=A,oops,0=B,1=C");
        assertThat(parsed.values()).containsExactly(entry(0, "A"), entry(1, "C"));
        assertThat(parsed.mistakes()).containsExactly("'oops' has no '='", "item 0 is given twice");
    }

    @Test
    void they_cannot_be_changed() {
        assertThatThrownBy(() -> values("0=A").put(1, "B")).isInstanceOf(UnsupportedOperationException.class);
    }
}
