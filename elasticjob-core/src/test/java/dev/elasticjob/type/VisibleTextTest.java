package dev.elasticjob.type;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VisibleTextTest {

    @Test
    void ordinary_text_is_not_changed() {
        assertThat(VisibleText.of("a\tb {} 北京 😀 C:\\x")).isEqualTo("a\tb {} 北京 😀 C:\\x");
    }

    @Test
    void characters_that_forge_lines_or_control_a_terminal_are_escaped() {
        assertThat(VisibleText.of("a\r\nb\u001b[2J\u0000\u0085\u2028\u202e\ud83d"))
                .isEqualTo("a\\r\\nb\\u001b[2J\\u0000\\u0085\\u2028\\u202e\\ud83d");
    }

    @Test
    void a_truncated_text_is_marked_and_splits_no_character() {
        assertThat(VisibleText.beginning("abc", 3)).isEqualTo("abc");
        assertThat(VisibleText.beginning("abcd", 3)).isEqualTo("abc…");
        assertThat(VisibleText.beginning("ab😀", 3)).isEqualTo("ab…");
    }
}
