package dev.elasticjob.type.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CommandLineTest {

    static Stream<Arguments> command_lines() {
        return Stream.of(
                Arguments.of("", List.of()),
                Arguments.of(" \t\r\n ", List.of()),
                Arguments.of("echo SCRIPT Job: ", List.of("echo", "SCRIPT", "Job:")),
                Arguments.of("a\tb\nc  d", List.of("a", "b", "c", "d")),
                Arguments.of("sh -c 'echo \"$1\" | wc -l'", List.of("sh", "-c", "echo \"$1\" | wc -l")),
                Arguments.of("a 'b\\n\"c' d", List.of("a", "b\\n\"c", "d")),
                Arguments.of("a \"it's\" b", List.of("a", "it's", "b")),
                Arguments.of("a \"x \\\" y \\\\ z \\n\"", List.of("a", "x \" y \\ z \\n")),
                Arguments.of("--name='a b'\"c d\"e", List.of("--name=a bc de")),
                Arguments.of("a '' \"\" b", List.of("a", "", "", "b")),
                Arguments.of("a\\ b \\'c\\' \\\"d\\\" e\\\\f", List.of("a b", "'c'", "\"d\"", "e\\f")),
                Arguments.of("C:\\jobs\\run.exe \\d+ end\\", List.of("C:\\jobs\\run.exe", "\\d+", "end\\")),
                Arguments.of(
                        "$HOME * ; rm -rf | > & `x`", List.of("$HOME", "*", ";", "rm", "-rf", "|", ">", "&", "`x`")),
                Arguments.of("echo 北京 😀", List.of("echo", "北京", "😀")));
    }

    @ParameterizedTest
    @MethodSource("command_lines")
    void a_command_line_is_split_as_documented(String text, List<String> arguments) {
        assertThat(CommandLine.split(text)).isEqualTo(arguments);
    }

    @Test
    void a_quote_that_is_not_closed_is_named_with_its_place_but_not_its_text() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CommandLine.split("run 'hunter2"))
                .withMessage("the quote ' at position 5 is not closed");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CommandLine.split("run \"a\\\""))
                .withMessage("the quote \" at position 5 is not closed");
    }

    @Test
    void a_null_character_is_refused_since_it_would_cut_the_argument_short() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CommandLine.split("run a\0b"))
                .withMessageContaining("U+0000");
    }
}
