package dev.elasticjob.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Formats and checks the sources of the pages with Prettier and TypeScript's checker for JavaScript. Both run in the browser that also
 * tests the pages, so that contributors do not need Node. With {@code -Dpages.format=write}, sources are formatted in place.
 */
class PageToolsTest {

    private static Chromium chromium;
    private static Page page;

    @BeforeAll
    static void start() {
        chromium = new Chromium();
        page = chromium.emptyPage();
        load(text("/page-tools.js"));
    }

    @AfterAll
    static void stop() {
        chromium.close();
    }

    private static void load(String script) {
        page.addScriptTag(new Page.AddScriptTagOptions().setContent(script));
    }

    private static URL resource(String name) {
        return Objects.requireNonNull(PageToolsTest.class.getResource(name), name);
    }

    private static String text(String name) {
        try (InputStream in = resource(name).openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Returns the directory of a package of npm in its jar. */
    private static String directory(String npmPackage) {
        Properties maven = new Properties();
        try (InputStream in = resource("/META-INF/maven/org.webjars.npm/" + npmPackage + "/pom.properties")
                .openStream()) {
            maven.load(in);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return "/META-INF/resources/webjars/" + npmPackage + "/" + maven.getProperty("version") + "/";
    }

    /** Returns TypeScript's declarations of the names of the language and of browsers. */
    private static Map<String, String> declarations(String typescript) {
        Map<String, String> result = new TreeMap<>();
        try (JarFile jar =
                ((JarURLConnection) resource(typescript + "lib/lib.d.ts").openConnection()).getJarFile()) {
            for (JarEntry each : jar.stream().toList()) {
                String name = "/" + each.getName();
                if (name.matches(".*/lib\\.(es|dom|decorators)[.\\w]*\\.d\\.ts")) {
                    result.put(name.substring(name.lastIndexOf('/') + 1), text(name));
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return result;
    }

    @Test
    void every_source_is_formatted() {
        String prettier = directory("prettier");
        for (String script : List.of("standalone.js", "plugins/babel.js", "plugins/estree.js", "plugins/postcss.js")) {
            load(text(prettier + script));
        }
        Map<String, String> sources = PageSources.withStyles();
        Map<?, ?> formatted = (Map<?, ?>) page.evaluate("sources => formatSources(sources)", sources);
        if ("write".equals(System.getProperty("pages.format"))) {
            sources.keySet().forEach(path -> PageSources.write(path, (String) formatted.get(path)));
            return;
        }
        assertThat(sources.keySet())
                .filteredOn(path -> !sources.get(path).equals(formatted.get(path)))
                .as("not formatted; run tools/format --pages")
                .isEmpty();
    }

    @Test
    void names_exist_and_are_used() {
        String typescript = directory("typescript");
        load(text(typescript + "lib/typescript.js"));
        Object problems = page.evaluate(
                "([sources, declarations]) => checkSources(sources, declarations)",
                List.of(PageSources.read().texts(), declarations(typescript)));
        assertThat((List<?>) problems).isEmpty();
    }
}
