package dev.elasticjob.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private static final Pattern ROW =
            Pattern.compile("\\| (.+?) \\|(?: (.+?) \\|)? (mutant: |test: `|invariant |no behaviour: )(.+?)`? \\|");
    private static final Pattern RULE = Pattern.compile("(?m)^\\*\\*(.+?)\\.?\\*\\*");

    /** Sentences end with a full stop or a colon that is not part of code. */
    private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.:])\\s+(?=[A-Z`])(?=(?:[^`]*`[^`]*`)*[^`]*$)");

    private static final Pattern NUMBERED = Pattern.compile("(?m)^\\| (\\d) \\| (.+) \\|$");
    private static final Pattern CASE = Pattern.compile("(?ms)^\\* ([A-Z][^:]+): (.+?)(?=\\n\\* |\\n\\n)");
    private static final Pattern LIMIT = Pattern.compile("(?ms)^\\*\\*(.+?)\\.?\\*\\* (.+?)(?=\\n\\n|\\z)");

    /** @param sentence the first words of the sentence that is checked; empty where the whole rule is */
    private record Row(String rule, String sentence, String kind, String name) {}

    private static String page() {
        try {
            return Files.readString(ROOT.resolve("docs/rule-coverage.md"));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static List<Row> rows() {
        return rows(page());
    }

    /** Returns the rows of a section. */
    private static List<Row> rowsOf(String section) {
        String page = page();
        int begin = page.indexOf("\n## " + section + "\n");
        int end = page.indexOf("\n## ", begin + 1);
        return rows(page.substring(begin, end < 0 ? page.length() : end));
    }

    private static List<Row> rows(String text) {
        List<Row> rows = new ArrayList<>();
        Matcher row = ROW.matcher(text);
        while (row.find()) {
            rows.add(new Row(
                    row.group(1),
                    Optional.ofNullable(row.group(2)).orElse(""),
                    row.group(3).strip(),
                    row.group(4)));
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

    /** Returns the sentences of each rule, in their order, without line breaks. */
    private static Map<String, List<String>> sentencesOfRules() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/architecture.md"));
        String section = page.substring(page.indexOf("## The rules"), page.indexOf("## Walkthroughs"));
        Map<String, List<String>> sentences = new LinkedHashMap<>();
        String rule = "";
        for (String paragraph : section.split("\n\n")) {
            Matcher begin = RULE.matcher(paragraph);
            String text = paragraph;
            if (begin.lookingAt()) {
                rule = begin.group(1);
                text = paragraph.substring(begin.end());
            }
            if (!rule.isEmpty()) {
                sentences.computeIfAbsent(rule, key -> new ArrayList<>()).addAll(sentences(text));
            }
        }
        return sentences;
    }

    private static List<String> sentences(String text) {
        return SENTENCE_END.splitAsStream(text.strip().replaceAll("\\s+", " ")).toList();
    }

    private static void assertThatEverySentenceHasARow(Map<String, List<String>> sentences, List<Row> rows) {
        assertThat(sentences).isNotEmpty();
        sentences.forEach((rule, all) -> assertThat(all)
                .allSatisfy(sentence -> assertThat(rows)
                        .as("a row of docs/rule-coverage.md for the sentence of '%s': %s", rule, sentence)
                        .anyMatch(row -> row.rule().equals(rule) && sentence.startsWith(row.sentence()))));
    }

    private static void assertThatEveryRowHasASentence(List<Row> rows, Map<String, List<String>> sentences) {
        assertThat(rows).isNotEmpty().allSatisfy(row -> {
            assertThat(row.sentence()).isNotEmpty();
            assertThat(sentences.getOrDefault(row.rule(), List.of()).stream()
                            .filter(sentence -> sentence.startsWith(row.sentence())))
                    .as("sentences that begin like that")
                    .hasSize(1);
        });
    }

    @Test
    void every_sentence_of_every_rule_has_a_check() throws IOException {
        assertThatEverySentenceHasARow(sentencesOfRules(), rowsOf("The rules"));
    }

    @Test
    void every_row_of_a_rule_belongs_to_one_sentence() throws IOException {
        assertThatEveryRowHasASentence(rowsOf("The rules"), sentencesOfRules());
    }

    @Test
    void every_rule_is_in_the_table_and_no_other() throws IOException {
        assertThat(rules()).isNotEmpty();
        Set<String> covered = Stream.of("The rules", "The shell")
                .flatMap(section -> rowsOf(section).stream())
                .map(Row::rule)
                .collect(Collectors.toSet());
        assertThat(covered).isEqualTo(rules());
    }

    /** Returns the sentences of each numbered guarantee, case and limit. */
    private static Map<String, List<String>> sentencesOfGuarantees() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/guarantees.md"));
        page = page.substring(0, page.indexOf("## Tests on real processes"));
        Map<String, List<String>> sentences = new LinkedHashMap<>();
        for (Pattern pattern : List.of(NUMBERED, CASE, LIMIT)) {
            int before = sentences.size();
            pattern.matcher(page).results().forEach(each -> sentences.put(each.group(1), sentences(each.group(2))));
            assertThat(sentences.size()).as("%s", pattern).isGreaterThan(before);
        }
        return sentences;
    }

    @Test
    void every_sentence_of_every_guarantee_has_a_check() throws IOException {
        assertThatEverySentenceHasARow(sentencesOfGuarantees(), rowsOf("The guarantees"));
    }

    @Test
    void every_row_of_a_guarantee_belongs_to_one_sentence() throws IOException {
        assertThatEveryRowHasASentence(rowsOf("The guarantees"), sentencesOfGuarantees());
    }

    @Test
    void every_mutant_is_in_the_table_and_no_other() {
        List<String> mutants = Mutants.all().stream().map(Mutant::bug).toList();
        assertThat(rowsOf("The rules").stream()
                        .filter(row -> row.kind().equals("mutant:"))
                        .map(Row::name)
                        .toList())
                .containsAll(mutants)
                .isSubsetOf(mutants);
        assertThat(rowsOf("The guarantees").stream()
                        .filter(row -> row.kind().equals("mutant:"))
                        .map(Row::name))
                .isNotEmpty()
                .isSubsetOf(mutants);
    }

    @Test
    void every_test_in_the_table_exists() {
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
        try (Stream<Path> modules = Stream.of(
                        "elasticjob-core", "elasticjob-test", "elasticjob-bootstrap", "elasticjob-lifecycle")
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
