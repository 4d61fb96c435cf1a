package dev.elasticjob.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares the tables of modules and the walkthroughs of {@code docs/architecture.md} with the build and the code. */
class ArchitecturePageTest {

    private static final String PREFIX = "elasticjob-";
    private static final int WALKTHROUGHS = 5;
    private static final int MOST_CLASSES = 10;

    private static final Pattern ROW = Pattern.compile("\\| `([\\w-]+)` \\|(.*)\\|");
    private static final Pattern CODE = Pattern.compile("`([A-Z]\\w+)(?:\\.(\\w+))?`");

    private final Reactor reactor = Reactor.ofThisBuild();
    private final List<String> page =
            Document.read(reactor.root().resolve("docs/architecture.md")).prose();

    /** The cells after the name, by name of the module. */
    private static Map<String, List<String>> modulesIn(List<String> lines) {
        Map<String, List<String>> rows = new TreeMap<>();
        for (String line : section("## Modules", lines)) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                rows.put(
                        row.group(1),
                        Stream.of(row.group(2).split("\\|", -1))
                                .map(String::strip)
                                .toList());
            }
        }
        return rows;
    }

    /** Returns the modules named before a semicolon; libraries are named after it. */
    private static Set<String> known(String cell) {
        return Stream.of(cell.split(";")[0].split(","))
                .map(String::strip)
                .filter(each -> !each.isEmpty() && !each.equals("the JDK"))
                .map(each -> PREFIX + each)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> section(String heading, List<String> lines) {
        List<String> found = new ArrayList<>();
        boolean isInside = false;
        for (String line : lines) {
            isInside = line.startsWith("## ") ? line.equals(heading) : isInside;
            if (isInside) {
                found.add(line);
            }
        }
        return found;
    }

    /** Returns the text of each list item. */
    private static List<String> walkthroughsIn(List<String> lines) {
        String text = String.join("\n", section("## Walkthroughs", lines));
        return Stream.of(text.split("\n\\* ")).skip(1).toList();
    }

    private static List<String> problemsIn(String walkthrough, Map<String, List<JavaClass>> classes) {
        List<String> problems = new ArrayList<>();
        Set<String> named = new LinkedHashSet<>();
        Matcher code = CODE.matcher(walkthrough);
        while (code.find()) {
            List<JavaClass> found = classes.getOrDefault(code.group(1), List.of());
            named.add(code.group(1));
            if (found.isEmpty()) {
                problems.add("there is no class " + code.group(1));
            } else if (code.group(2) != null && found.stream().noneMatch(each -> hasMethod(each, code.group(2)))) {
                problems.add("there is no method " + code.group());
            }
        }
        if (named.isEmpty() || named.size() > MOST_CLASSES) {
            problems.add(named.size() + " classes: " + named);
        }
        return problems;
    }

    private static boolean hasMethod(JavaClass type, String name) {
        return type.getMethods().stream().anyMatch(each -> each.getName().equals(name));
    }

    private Map<String, List<JavaClass>> classes() {
        return reactor.mainCode().stream().collect(Collectors.groupingBy(JavaClass::getSimpleName));
    }

    @Test
    void the_page_names_every_module_of_the_build() {
        assertThat(modulesIn(page).keySet()).isEqualTo(reactor.modules().keySet());
    }

    @Test
    void the_page_names_what_each_published_module_may_know() {
        Map<String, List<String>> rows = modulesIn(page);

        for (MavenModule module : reactor.modules().values()) {
            if (isPublished(module)) {
                List<String> cells = rows.get(module.name());
                assertThat(known(cells.get(cells.size() - 1)))
                        .as(module.name())
                        .isEqualTo(Arrows.ALLOWED.get(module.name()));
            }
        }
    }

    private boolean isPublished(MavenModule module) {
        Path place = reactor.root().relativize(module.directory());
        return place.getNameCount() == 1 && Arrows.ALLOWED.containsKey(module.name());
    }

    @Test
    void walkthroughs_name_few_classes_that_exist() {
        List<String> walkthroughs = walkthroughsIn(page);

        assertThat(walkthroughs).hasSize(WALKTHROUGHS);
        Map<String, List<JavaClass>> classes = classes();
        assertThat(walkthroughs)
                .allSatisfy(
                        each -> assertThat(problemsIn(each, classes)).as(each).isEmpty());
    }

    // ---- tests of the rules ----

    @Test
    void a_table_and_a_walkthrough_that_are_wrong_are_found() {
        List<String> lines = List.of(
                "## Modules",
                "| `elasticjob-a` | an a | api, core; slf4j |",
                "## Walkthroughs",
                "* **One.** `Missing`, then `JobEngine.leap`",
                "and `JobEngine.reconcile`.",
                "## Other",
                "| `elasticjob-b` | not a module | |");

        assertThat(modulesIn(lines)).containsOnlyKeys("elasticjob-a");
        assertThat(known(modulesIn(lines).get("elasticjob-a").get(1)))
                .containsExactly("elasticjob-api", "elasticjob-core");
        assertThat(walkthroughsIn(lines))
                .singleElement()
                .satisfies(each -> assertThat(problemsIn(each, classes()))
                        .containsExactly("there is no class Missing", "there is no method `JobEngine.leap`"));
        String tooMany = "`A1` `A2` `A3` `A4` `A5` `A6` `A7` `A8` `A9` `A10` `A11`";
        assertThat(problemsIn(tooMany, Map.of())).hasSize(12);
    }
}
