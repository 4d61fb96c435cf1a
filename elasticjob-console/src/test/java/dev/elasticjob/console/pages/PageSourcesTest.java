package dev.elasticjob.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobSetting;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Structure of the sources of the pages. */
class PageSourcesTest {

    private static final PageSources SOURCES = PageSources.read();

    /** Folders and the folders from which they may import. */
    private static final Map<String, Set<String>> FOLDERS = Map.of(
            "lib", Set.of("lib", "vendor"),
            "ui", Set.of("ui", "lib", "vendor"),
            "pages", Set.of("pages", "ui", "lib"),
            "", Set.of("pages", "ui", "lib"));

    private static final Pattern HTML = Pattern.compile(
            "\\b(innerHTML|outerHTML|insertAdjacentHTML|srcdoc|createContextualFragment|document\\.write|eval|Function\\()");
    private static final Pattern ENTRY = Pattern.compile(
            "^ {2}'(?<key>[^']+)':\\s+(?:'(?<single>(?:[^'\\\\]|\\\\.)*)'|\"(?<double>(?:[^\"\\\\]|\\\\.)*)\"),$",
            Pattern.MULTILINE);
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\w+}");
    private static final Pattern TEXT_USED = Pattern.compile("\\bt\\(\\s*'([^']+)'(?! \\+)");
    private static final Pattern LITERAL = Pattern.compile("'((?:[^'\\\\\\n]|\\\\.)*)'");

    private static String folder(String path) {
        String below = path.substring("/assets/".length());
        return below.contains("/") ? below.substring(0, below.indexOf('/')) : "";
    }

    @Test
    void folders_import_only_from_the_folders_below_them() {
        List<String> wrong = new ArrayList<>();
        for (String path : SOURCES.texts().keySet()) {
            for (String imported : SOURCES.importedBy(path)) {
                if (!FOLDERS.get(folder(path)).contains(folder(imported))) {
                    wrong.add(path + " imports " + imported);
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(SOURCES.importedBy("/assets/app.js")).as("found imports").contains("/assets/pages/shell.js");
    }

    @Test
    void no_source_imports_itself_through_others() {
        Set<String> done = new HashSet<>();
        List<String> cycles = new ArrayList<>();
        SOURCES.texts().keySet().forEach(path -> findCycles(path, new LinkedHashSet<>(), done, cycles));
        assertThat(cycles).isEmpty();
    }

    private static void findCycles(String path, LinkedHashSet<String> way, Set<String> done, List<String> cycles) {
        if (!way.add(path)) {
            cycles.add(way + " -> " + path);
            return;
        }
        if (SOURCES.texts().containsKey(path) && !done.contains(path)) {
            SOURCES.importedBy(path).forEach(each -> findCycles(each, way, done, cycles));
            done.add(path);
        }
        way.remove(path);
    }

    @Test
    void every_setting_of_a_job_has_a_label_in_every_language() {
        for (String language : List.of("en", "zh")) {
            assertThat(catalogue(language).keySet())
                    .as(language)
                    .containsAll(JobSetting.all().stream()
                            .map(setting -> "setting." + setting.name())
                            .toList());
        }
    }

    @Test
    void every_export_is_imported() {
        Map<String, Set<String>> imported = new TreeMap<>();
        for (String path : SOURCES.texts().keySet()) {
            SOURCES.imports(path)
                    .forEach((from, names) -> imported.computeIfAbsent(from, none -> new TreeSet<>())
                            .addAll(names));
        }
        List<String> unused = new ArrayList<>();
        for (String path : SOURCES.texts().keySet()) {
            Set<String> names = imported.getOrDefault(path, Set.of());
            for (String export : SOURCES.exports(path)) {
                if (!names.contains(export)) {
                    unused.add(path + " exports " + export);
                }
            }
        }
        assertThat(unused).isEmpty();
    }

    @Test
    void no_source_makes_html_or_code_from_text() {
        List<String> found = new ArrayList<>();
        SOURCES.texts().forEach((path, text) -> {
            Matcher matcher = HTML.matcher(text);
            while (matcher.find()) {
                found.add(path + ": " + matcher.group());
            }
        });
        assertThat(found).isEmpty();
    }

    private static Map<String, String> catalogue(String language) {
        Map<String, String> result = new TreeMap<>();
        Matcher matcher = ENTRY.matcher(SOURCES.texts().get("/assets/lib/i18n/" + language + ".js"));
        while (matcher.find()) {
            String text = matcher.group("single") == null ? matcher.group("double") : matcher.group("single");
            assertThat(result.put(matcher.group("key"), text))
                    .as(matcher.group("key"))
                    .isNull();
        }
        return result;
    }

    private static List<String> placeholders(String text) {
        return PLACEHOLDER
                .matcher(text)
                .results()
                .map(each -> each.group())
                .sorted()
                .toList();
    }

    @Test
    void the_catalogues_have_the_same_texts_with_the_same_placeholders() {
        Map<String, String> english = catalogue("en");
        Map<String, String> chinese = catalogue("zh");
        assertThat(english).hasSizeGreaterThan(300);
        assertThat(chinese.keySet()).isEqualTo(english.keySet());
        assertThat(english)
                .allSatisfy((key, text) ->
                        assertThat(placeholders(chinese.get(key))).as(key).isEqualTo(placeholders(text)));
    }

    @Test
    void every_text_that_pages_use_is_in_the_catalogues_and_every_text_in_the_catalogues_is_used() {
        Set<String> known = catalogue("en").keySet();
        Set<String> missing = new TreeSet<>();
        Set<String> literals = new HashSet<>();
        SOURCES.texts().forEach((path, text) -> {
            if (!path.contains("/i18n/")) {
                TEXT_USED.matcher(text).results().map(each -> each.group(1)).forEach(missing::add);
                LITERAL.matcher(text).results().map(each -> each.group(1)).forEach(literals::add);
            }
        });
        missing.removeAll(known);
        assertThat(missing).as("used, but not in the catalogue").isEmpty();
        // Keys may consist of a prefix and a value, such as 'status.' + status.
        assertThat(known)
                .filteredOn(key -> !literals.contains(key))
                .filteredOn(key -> literals.stream().noneMatch(each -> each.endsWith(".") && key.startsWith(each)))
                .as("in the catalogue, but not used")
                .isEmpty();
    }
}
