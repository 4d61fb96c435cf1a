package dev.elasticjob.console.pages;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ReducedMotion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The Chromium that is installed on the system. No browser is downloaded. */
final class Chromium implements AutoCloseable {

    private static final List<String> PLACES =
            List.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome");

    private final Playwright playwright;
    private final Browser browser;

    Chromium() {
        Path executable = Stream.concat(Optional.ofNullable(System.getenv("CHROMIUM")).stream(), PLACES.stream())
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("Chromium is missing, in which pages are tested. Install"
                        + " it, for example: apt-get install -y chromium; or name it in the environment as CHROMIUM"));
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(executable)
                        .setArgs(List.of("--no-sandbox")));
    }

    /** Returns a visitor with a new browser context. */
    Visitor visitor(int port) {
        return new Visitor(
                browser.newContext(new Browser.NewContextOptions().setReducedMotion(ReducedMotion.REDUCE)), port);
    }

    /** Returns an empty page, in which a test can run tools that are written in JavaScript. */
    Page emptyPage() {
        return browser.newPage();
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
