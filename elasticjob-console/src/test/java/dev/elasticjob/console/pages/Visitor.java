package dev.elasticjob.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.RequestOptions;
import dev.elasticjob.console.RunningConsole;
import dev.elasticjob.console.security.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A user who views the pages. Records errors reported by the browser, and requests to other servers. */
final class Visitor implements AutoCloseable {

    static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

    private static final int TABS_AT_ONCE = 20;
    private static final int[] WIDTHS = {375, 768, 1440};

    /** Returns texts whose contrast to their background is below the minimum of WCAG, except those of disabled controls. */
    private static final String PALE_TEXTS = """
            () => {
              const parse = text => (text.match(/[\\d.]+/g) || []).map(Number);
              const light = ([r, g, b]) => [r, g, b].map(each => each / 255)
                .map(each => each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)
                .reduce((sum, each, at) => sum + each * [0.2126, 0.7152, 0.0722][at], 0);
              const behind = element => {
                for (let each = element; each; each = each.parentElement) {
                  const ground = parse(getComputedStyle(each).backgroundColor);
                  if (ground.length === 3 || ground[3] > 0.99) { return ground; }
                }
                return [255, 255, 255];
              };
              const pale = [];
              const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
              while (walker.nextNode()) {
                const element = walker.currentNode.parentElement;
                if (!walker.currentNode.data.trim() || !element.checkVisibility() || element.closest(':disabled, .visually-hidden')) { continue; }
                const [one, other] = [light(parse(getComputedStyle(element).color)), light(behind(element))];
                const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
                if (ratio < 4.5) { pale.push(walker.currentNode.data.trim() + ' ' + ratio.toFixed(2)); }
              }
              return pale;
            }
            """;

    /**
     * Records the focused element, and whether the focus is visible. Radio buttons of a group and items of a closed menu are
     * exempt.
     */
    private static final String NOTE_FOCUS = """
            () => {
              const all = 'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])';
              const inside = document.querySelector('.modal.show') || document.body;
              window.operable = () => [...inside.querySelectorAll(all)]
                .filter(each => each.checkVisibility({ visibilityProperty: true }) && !each.disabled && !each.closest('[aria-hidden="true"]'));
              const name = each => each.outerHTML.substring(0, 160);
              window.reached = new Set();
              window.unseen = [];
              document.addEventListener('focusin', event => {
                if (!inside.contains(event.target)) { return; }
                window.reached.add(event.target);
                const style = getComputedStyle(event.target);
                if (event.target.matches(all) && style.outlineStyle === 'none' && style.boxShadow === 'none') {
                  window.unseen.push(name(event.target));
                }
              });
              window.unreached = () => window.operable().filter(each => !window.reached.has(each)).map(name);
              window.allReached = () => window.operable().every(each => window.reached.has(each));
              document.activeElement?.blur();
            }
            """;

    private final BrowserContext context;
    private final String base;
    final Page page;
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final List<String> elsewhere = new CopyOnWriteArrayList<>();

    Visitor(BrowserContext context, int port) {
        this.context = context;
        this.base = "http://localhost:" + port;
        context.setDefaultTimeout(LONGEST_WAIT.toMillis());
        page = context.newPage();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error") || message.type().equals("warning")) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
        page.onRequest(request -> {
            if (!request.url().startsWith(base + "/") && !request.url().startsWith("data:")) {
                elsewhere.add(request.url());
            }
        });
    }

    /** Opens the console as a user who is not logged in. */
    void open() {
        page.navigate(base + "/");
        sees(page.locator("input[name=password]"));
    }

    Visitor logIn(Role role, String registry, String dataSource) {
        page.addInitScript("localStorage.setItem('registry', '" + registry + "'); localStorage.setItem('dataSource', '"
                + dataSource + "')");
        open();
        logInAs(role == Role.ADMIN ? "root" : role.name().toLowerCase(Locale.ROOT), RunningConsole.password(role));
        return this;
    }

    void logInAs(String name, String password) {
        page.fill("input[name=username]", name);
        page.fill("input[name=password]", password);
        page.keyboard().press("Enter");
        sees(page.locator(".rail"));
    }

    void goTo(String address) {
        page.navigate(base + "/#/" + address);
    }

    /** Opens an address, and waits until the page has loaded. */
    void look(String address) {
        goTo(address);
        sees(page.locator("h1"));
        seesNo(page.locator(".skeleton"));
    }

    void wear(String theme) {
        page.evaluate("name => localStorage.setItem('theme', name)", theme);
        page.reload();
    }

    Locator link(String text) {
        return page.getByRole(
                AriaRole.LINK, new Page.GetByRoleOptions().setName(text).setExact(true));
    }

    Locator row(String text) {
        return page.locator("tbody tr", new Page.LocatorOptions().setHasText(text));
    }

    /** Returns the rows of the table with this label. */
    Locator rows(String table) {
        return page.locator("[role=region][aria-label='" + table + "'] tbody tr");
    }

    Locator message(String text) {
        return page.locator(".toast", new Page.LocatorOptions().setHasText(text));
    }

    void openUserMenu() {
        page.locator(".user").click();
    }

    Locator button(String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    /** Expects a dialog with this text that has the keyboard focus. */
    void isAsked(String text) {
        sees(page.locator(".modal:focus-within"), text);
    }

    Locator dialog() {
        return page.locator(".modal");
    }

    Locator dialogButton(String name) {
        return dialog().getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName(name).setExact(true));
    }

    void sees(Locator what) {
        PlaywrightAssertions.assertThat(what)
                .isVisible(new LocatorAssertions.IsVisibleOptions().setTimeout(LONGEST_WAIT.toMillis()));
    }

    void sees(Locator what, String text) {
        PlaywrightAssertions.assertThat(what)
                .containsText(text, new LocatorAssertions.ContainsTextOptions().setTimeout(LONGEST_WAIT.toMillis()));
    }

    void seesValue(Locator field, String value) {
        PlaywrightAssertions.assertThat(field)
                .hasValue(value, new LocatorAssertions.HasValueOptions().setTimeout(LONGEST_WAIT.toMillis()));
    }

    void seesNo(Locator what) {
        PlaywrightAssertions.assertThat(what)
                .hasCount(0, new LocatorAssertions.HasCountOptions().setTimeout(LONGEST_WAIT.toMillis()));
    }

    /** Expects that the page fits all widths and has sufficient contrast. */
    void looksRight() {
        for (int width : WIDTHS) {
            nothingToScrollSideways(width);
        }
        everyTextIsReadable();
    }

    private void nothingToScrollSideways(int width) {
        page.setViewportSize(width, 900);
        assertThat(page.evaluate("document.documentElement.scrollWidth"))
                .as("width of %s at %d pixels", page.url(), width)
                .isEqualTo(width);
    }

    private void everyTextIsReadable() {
        assertThat((List<?>) page.evaluate(PALE_TEXTS))
                .as("pale texts of %s", page.url())
                .isEmpty();
    }

    /**
     * Moves through the page with the tab key until every focusable element was reached, and expects that the focus was visible
     * on each of them.
     */
    void everythingIsReachedByKeyboard() {
        page.evaluate(NOTE_FOCUS);
        Object operable = page.evaluate("window.operable().length");
        int left = 20 + 2 * ((Number) operable).intValue();
        while (left > 0 && !(boolean) page.evaluate("window.allReached()")) {
            for (int i = 0; i < TABS_AT_ONCE; i++) {
                page.keyboard().press("Tab");
            }
            left -= TABS_AT_ONCE;
        }
        assertThat((List<?>) page.evaluate("window.unreached()"))
                .as("not reached by keyboard on %s", page.url())
                .isEmpty();
        assertThat((List<?>) page.evaluate("window.unseen"))
                .as("focus not seen on %s", page.url())
                .isEmpty();
    }

    /** Saves a screenshot in the directory set by the property {@code console.screenshots}. */
    void keepPicture(String name) {
        Optional.ofNullable(System.getProperty("console.screenshots"))
                .ifPresent(directory -> page.screenshot(new Page.ScreenshotOptions()
                        .setPath(Path.of(directory, name + ".png"))
                        .setFullPage(true)));
    }

    /** Sends a request as the page does, with its cookies, and returns the status. */
    int statusOf(String method, String path) {
        String token = context.cookies().stream()
                .filter(each -> each.name.equals("XSRF-TOKEN"))
                .map(each -> each.value)
                .findFirst()
                .orElseThrow();
        return context.request()
                .fetch(base + path, RequestOptions.create().setMethod(method).setHeader("X-XSRF-TOKEN", token))
                .status();
    }

    Map<String, List<String>> complaints() {
        return Map.of("in the console", List.copyOf(complaints), "elsewhere", List.copyOf(elsewhere));
    }

    void nothingWasComplainedOf() {
        assertThat(complaints())
                .allSatisfy((where, what) -> assertThat(what).as(where).isEmpty());
    }

    /** Expects only browser errors with this status. Chromium logs every error response, including expected ones. */
    void complainedOnlyOf(int status) {
        assertThat(complaints).allMatch(each -> each.contains("status of " + status));
        assertThat(elsewhere).isEmpty();
    }

    @Override
    public void close() {
        context.close();
    }
}
