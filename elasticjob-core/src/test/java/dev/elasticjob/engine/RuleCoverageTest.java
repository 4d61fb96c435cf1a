package dev.elasticjob.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares docs/rule-coverage.md with the rules in docs/architecture.md, with the mutants and with the tests. */
class RuleCoverageTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern ROW = Pattern.compile("\\| (.+?) \\| (mutant: |test: `|invariant )(.+?)`? \\|");
    private static final Pattern RULE = Pattern.compile("(?m)^\\*\\*(.+?)\\.?\\*\\*");

    private record Row(String rule, String kind, String name) {}

    private static List<Row> rows() throws IOException {
        List<Row> rows = new ArrayList<>();
        Matcher row = ROW.matcher(Files.readString(ROOT.resolve("docs/rule-coverage.md")));
        while (row.find()) {
            rows.add(new Row(row.group(1), row.group(2).strip(), row.group(3)));
        }
        return rows;
    }

    private static Set<String> rules() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/architecture.md"));
        String section = page.substring(page.indexOf("## The rules"), page.indexOf("## A fire"));
        Set<String> rules = new TreeSet<>();
        Matcher rule = RULE.matcher(section);
        while (rule.find()) {
            rules.add(rule.group(1));
        }
        return rules;
    }

    @Test
    void every_rule_is_in_the_table_and_no_other() throws IOException {
        assertThat(rules()).isNotEmpty();
        assertThat(rows().stream().map(Row::rule).collect(Collectors.toSet())).isEqualTo(rules());
    }

    @Test
    void every_mutant_is_in_the_table_and_no_other() throws IOException {
        assertThat(rows().stream()
                        .filter(row -> row.kind().equals("mutant:"))
                        .map(Row::name)
                        .toList())
                .containsExactlyInAnyOrderElementsOf(
                        Mutants.all().stream().map(Mutant::bug).toList());
    }

    @Test
    void every_test_in_the_table_exists() throws IOException {
        List<String> tests = rows().stream()
                .filter(row -> row.kind().startsWith("test"))
                .map(Row::name)
                .toList();
        assertThat(tests).isNotEmpty().allSatisfy(test -> {
            String[] names = test.split("\\.");
            assertThat(sources(names[0] + ".java"))
                    .as(test)
                    .anySatisfy(source -> assertThat(source).contains("void " + names[1] + "("));
        });
    }

    private static List<String> sources(String file) throws IOException {
        try (Stream<Path> modules = Stream.of("elasticjob-core", "elasticjob-test")
                .map(ROOT::resolve)
                .map(module -> module.resolve("src"))) {
            List<String> found = new ArrayList<>();
            for (Path module : modules.toList()) {
                try (Stream<Path> files = Files.walk(module)) {
                    for (Path each : files.filter(path -> path.endsWith(file)).toList()) {
                        found.add(Files.readString(each));
                    }
                }
            }
            return found;
        }
    }
}
