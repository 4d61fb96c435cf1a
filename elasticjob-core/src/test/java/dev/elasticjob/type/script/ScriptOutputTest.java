package dev.elasticjob.type.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScriptOutputTest {

    private final List<String> lines = new ArrayList<>();
    private final ScriptOutput output = new ScriptOutput(lines::add);

    private void write(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        output.accept(bytes, bytes.length);
    }

    @Test
    void lines_are_forwarded_as_soon_as_they_end() {
        write("one\ntw");
        assertThat(lines).containsExactly("one");

        write("o\r\n\r\nthree\rfour");
        assertThat(lines).containsExactly("one", "two", "three");

        output.endLine();
        assertThat(lines).containsExactly("one", "two", "three", "four");
    }

    @Test
    void a_character_may_come_in_two_pieces() {
        byte[] bytes = "北京\n".getBytes(StandardCharsets.UTF_8);
        for (byte each : bytes) {
            output.accept(new byte[] {each}, 1);
        }

        assertThat(lines).containsExactly("北京");
    }

    @Test
    void an_endless_line_is_truncated_with_the_number_of_missing_characters() {
        write("x".repeat(ScriptOutput.LONGEST_LINE));
        write("y".repeat(1_000_000));
        write("\nnext\n");

        assertThat(lines).containsExactly("x".repeat(ScriptOutput.LONGEST_LINE) + "… (1000000 bytes more)", "next");
    }

    @Test
    void control_characters_are_escaped() {
        write("a\u001b[31mred\u0000\n");

        assertThat(lines).containsExactly("a\\u001b[31mred\\u0000");
    }

    @Test
    void of_many_lines_the_last_ones_are_remembered() {
        for (int i = 0; i < 1000; i++) {
            write("line " + i + "\n");
        }

        assertThat(output.tail().lines())
                .hasSize(1 + ScriptOutput.TAIL_LINES)
                .startsWith("; its output ended with:")
                .contains("line 980")
                .endsWith("line 999");
    }

    @Test
    void of_long_lines_fewer_are_remembered() {
        for (int i = 0; i < 100; i++) {
            write("z".repeat(3000) + i + "\n");
        }

        assertThat(output.tail().lines()).hasSize(1 + 2);
        assertThat(output.tail()).endsWith("99");
    }

    @Test
    void missing_output_is_reported_too() {
        assertThat(output.tail()).isEqualTo(" and no output");
    }

    @Test
    void utf_8_is_read_also_in_an_ascii_locale() {
        assertThat(ScriptOutput.charset("ANSI_X3.4-1968")).isEqualTo(StandardCharsets.UTF_8);
        assertThat(ScriptOutput.charset("no such thing".replace(' ', '-'))).isEqualTo(StandardCharsets.UTF_8);
        assertThat(ScriptOutput.charset("")).isEqualTo(StandardCharsets.UTF_8);
        assertThat(ScriptOutput.charset("GBK")).isEqualTo(Charset.forName("GBK"));
    }
}
