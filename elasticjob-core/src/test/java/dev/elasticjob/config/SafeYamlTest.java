package dev.elasticjob.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;

class SafeYamlTest {

    private static final String ALPHABET = "aetnoylsuf TRUN019 _-./*?@=:#,'\"!%&|>[]{}~\\\t\n\u00e9\u5317\u0085";
    private static final List<String> TRICKY = List.of(
            "",
            " ",
            "true",
            "no",
            "y",
            "null",
            "~",
            "12",
            "0x1f",
            "1e3",
            "1_000",
            "0 0 0 1 1 ? 2099",
            "0/1 * * * * ?",
            "* * * * * ?",
            "-",
            "- a",
            "?",
            "? a",
            "a: b",
            "a #b",
            "a#b",
            "2026-11-18",
            "12:30:45",
            "1.5",
            ".5",
            "=",
            "<<",
            "10.0.0.1@-@99-3f9c",
            "a  b",
            " a",
            "a ",
            "x ".repeat(60) + "x",
            "word".repeat(30));

    private static String random(Random random) {
        return IntStream.range(0, random.nextInt(12))
                .mapToObj(i -> String.valueOf(ALPHABET.charAt(random.nextInt(ALPHABET.length()))))
                .collect(Collectors.joining());
    }

    private static NodeTuple entry(String key, Node value) {
        return new NodeTuple(SafeYaml.text(key), value);
    }

    @Test
    void what_is_written_line_by_line_is_what_the_library_writes_as_a_whole() {
        Random random = new Random(1);
        List<String> texts = new ArrayList<>(TRICKY);
        IntStream.range(0, 20_000).forEach(i -> texts.add(random(random)));
        for (String text : texts) {
            List<NodeTuple> entries = List.of(
                    entry("cron", SafeYaml.text(text)),
                    entry("key" + text, SafeYaml.plain(true)),
                    entry("shardingTotalCount", SafeYaml.plain(random.nextInt())),
                    entry("few", SafeYaml.plain(random.nextInt(5) - 2)),
                    entry("last", SafeYaml.text("word")));
            assertThat(SafeYaml.write(entries)).as("'%s'", text).isEqualTo(SafeYaml.emit(entries));
        }
    }

    @Test
    void what_looks_like_a_number_is_written_as_the_library_writes_it() {
        String alphabet = "0178.e_x-=/ ";
        for (char a : alphabet.toCharArray()) {
            for (char b : alphabet.toCharArray()) {
                for (char c : alphabet.toCharArray()) {
                    for (String text : List.of("" + a, "" + a + b, "" + a + b + c, "9" + a + b + c)) {
                        List<NodeTuple> entries = List.of(entry("label", SafeYaml.text(text)));
                        assertThat(SafeYaml.write(entries)).as("'%s'", text).isEqualTo(SafeYaml.emit(entries));
                    }
                }
            }
        }
    }

    @Test
    void nothing_is_written_as_the_library_writes_it() {
        assertThat(SafeYaml.write(List.of())).isEqualTo(SafeYaml.emit(List.of()));
    }
}
