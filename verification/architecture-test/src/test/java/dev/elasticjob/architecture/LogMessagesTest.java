package dev.elasticjob.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Verifies that the page of log messages lists exactly the messages of a running instance, with their levels. */
class LogMessagesTest {

    private static final Path ROOT = Reactor.ofThisBuild().modules().values().stream()
            .map(module -> module.directory().toAbsolutePath().normalize())
            .filter(directory -> directory.endsWith("elasticjob-core"))
            .findFirst()
            .orElseThrow()
            .getParent();

    private static final List<String> SOURCES = List.of(
            "elasticjob-core/src/main/java",
            "elasticjob-registry-zookeeper/src/main/java",
            "elasticjob-registry-jdbc/src/main/java");

    private static final String TEXT = "\"((?:[^\"\\\\]|\\\\.)*)\"";
    private static final Pattern LOGGED = Pattern.compile("LOG\\s*\\.(info|warn|error)\\(\\s*" + TEXT);
    private static final Pattern ROW = Pattern.compile("^\\| `(.+?)` \\| (INFO|WARN|ERROR) \\|", Pattern.MULTILINE);
    private static final Pattern REPORTED = Pattern.compile(
            "(?:\\breport\\(\\s*\"[^\"]*\"(?:\\s*\\+[^,]+)?,\\s*|new JobEvent\\.Reported\\(\\s*jobName\\(\\), now\\(\\), |"
                    + "reports\\.accept\\(\\s*(?:what \\+ )?)"
                    + TEXT);

    @Test
    void every_message_is_on_the_page_with_its_level_and_no_other_is() {
        assertThat(onPage()).isEqualTo(inCode());
    }

    @Test
    void every_report_is_on_the_page() {
        String page = read(ROOT.resolve("docs/log-messages.md"));
        List<String> missing = new ArrayList<>();
        Matcher reports = REPORTED.matcher(code());
        int found = 0;
        while (reports.find()) {
            found++;
            String beginning = reports.group(1).strip();
            if (!page.contains(beginning)) {
                missing.add(beginning);
            }
        }
        assertThat(found).isGreaterThan(15);
        assertThat(missing)
                .as("reports that docs/log-messages.md does not have")
                .isEmpty();
    }

    private static Map<String, String> inCode() {
        Map<String, String> messages = new TreeMap<>();
        Matcher logged = LOGGED.matcher(code());
        while (logged.find()) {
            messages.put(logged.group(2), logged.group(1).toUpperCase(Locale.ROOT));
        }
        assertThat(messages).hasSizeGreaterThan(30);
        return messages;
    }

    private static Map<String, String> onPage() {
        Map<String, String> messages = new TreeMap<>();
        Matcher rows = ROW.matcher(read(ROOT.resolve("docs/log-messages.md")));
        while (rows.find()) {
            messages.put(rows.group(1), rows.group(2));
        }
        return messages;
    }

    /** Returns all sources, with concatenated string literals joined. */
    private static String code() {
        StringBuilder code = new StringBuilder();
        for (String sources : SOURCES) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(sources))) {
                files.filter(each -> each.toString().endsWith(".java")).forEach(each -> code.append(read(each)));
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
        return code.toString().replaceAll("\"\\s*\\+\\s*\"", "");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
