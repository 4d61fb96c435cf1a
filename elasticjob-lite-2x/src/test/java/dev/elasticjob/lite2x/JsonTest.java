package dev.elasticjob.lite2x;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class JsonTest {

    @Test
    void what_is_read_is_written_again() {
        String text = "{\"a\":\"北京 \\\"x\\\" \\\\ \\n\",\"b\":{\"c\":[1,-2.5,true,false,null,{},[]]},\"d\":\"\"}";

        assertThat(Json.write(Json.readObject(text))).isEqualTo(text);
        assertThat(Json.readObject(" { \"a\" : \"\\u003d\\/\" } ")).containsEntry("a", "=/");
    }

    @Test
    void what_is_malformed_is_rejected_with_the_position() {
        assertThatThrownBy(() -> Json.readObject("{\"a\":\"b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not end at position 6");
        for (String text : new String[] {
            "",
            "[]",
            "{",
            "{\"a\"}",
            "{\"a\":1,}",
            "{a:1}",
            "{\"a\":x}",
            "{\"a\":1} 2",
            "{\"a\":\"\\x\"}",
            "{\"a\":\"\\u12\"}"
        }) {
            assertThatThrownBy(() -> Json.readObject(text)).as(text).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> Json.readObject("{\"a\":" + "[".repeat(10_000)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("deeply");
    }
}
