package dev.elasticjob.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.elasticjob.console.security.Role;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Verifies that every page fits three widths, has sufficient contrast in both themes, and can be operated with the keyboard.
 */
@ExtendWith(Stage.class)
class LookTest {

    private static final List<String> PAGES = List.of(
            "overview",
            "jobs",
            "jobs/imports/runs",
            "jobs/imports/items",
            "jobs/imports/instances",
            "jobs/imports/configuration",
            "jobs/imports/configuration?as=text",
            "servers",
            "servers/127.0.0.1",
            "history",
            "history?result=FAILURE",
            "history/states",
            "settings/registries",
            "settings/data-sources",
            "settings/accounts",
            "settings/tokens",
            "settings/audit");

    private static String name(String address) {
        return address.replaceAll("[/?=]", "-").replace("jobs-imports", "job").replace("127.0.0.1", "one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void every_page_fits_three_widths_and_is_readable(String theme) {
        try (Visitor admin = Stage.visitor(Role.ADMIN)) {
            admin.wear(theme);
            for (String address : PAGES) {
                admin.look(address);
                admin.looksRight();
                admin.keepPicture(name(address) + "-" + theme);
            }
            admin.nothingWasComplainedOf();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void questions_menus_messages_and_the_login_fit_and_are_readable_too(String theme) {
        try (Visitor admin = Stage.visitor(Role.ADMIN)) {
            admin.wear(theme);
            Page page = admin.page;
            admin.look("jobs/reports/items");
            admin.button("Remove").click();
            admin.sees(admin.dialog(), "Type “reports” to confirm");
            admin.looksRight();
            admin.keepPicture("question-" + theme);
            admin.dialogButton("Cancel").click();
            admin.seesNo(admin.dialog());

            admin.button("Disable 0").click();
            admin.dialogButton("Disable").click();
            admin.sees(admin.message("Item 0 is disabled."));
            admin.button("Enable 0").click();
            admin.sees(admin.message("Item 0 is enabled."));
            admin.looksRight();

            admin.look("jobs");
            page.locator("thead input[type=checkbox]").check();
            admin.sees(page.locator(".bulk"), "selected");
            page.fill("#global-search", "127");
            admin.sees(page.locator(".global-search .dropdown-menu"), "127.0.0.1");
            admin.looksRight();
            admin.keepPicture("search-" + theme);
            admin.openUserMenu();
            admin.sees(page.locator(".dropdown-menu.show"), "Administrator");
            admin.looksRight();
            admin.button("Log out").click();
            admin.sees(page.locator("input[name=password]"));
            admin.looksRight();
            admin.keepPicture("login-" + theme);
            admin.nothingWasComplainedOf();
        }
    }

    @Test
    void every_control_of_every_page_is_reached_with_the_tab_key_and_seen_to_be() {
        try (Visitor admin = Stage.visitor(Role.ADMIN)) {
            for (String address : PAGES) {
                // Reduces long lists to a few rows of the same kind.
                admin.look(address.equals("history") ? "history?job=edited" : address.replace("imports", "reports"));
                admin.everythingIsReachedByKeyboard();
            }
            admin.look("jobs/reports/items");
            admin.button("Remove").click();
            admin.isAsked("Type “reports” to confirm");
            admin.everythingIsReachedByKeyboard();
            admin.nothingWasComplainedOf();
        }
        try (Visitor stranger = Stage.stranger()) {
            stranger.open();
            stranger.everythingIsReachedByKeyboard();
        }
    }

    @Test
    void keys_lead_everywhere_and_menus_and_questions_are_answered_with_them() {
        try (Visitor admin = Stage.visitor(Role.ADMIN)) {
            Page page = admin.page;
            for (String[] way : new String[][] {
                {"j", "Jobs"}, {"s", "Servers"}, {"h", "History"}, {"t", "Settings"}, {"o", "Overview"}
            }) {
                page.keyboard().press("g");
                page.keyboard().press(way[0]);
                admin.sees(page.locator("h1"), way[1]);
            }
            page.keyboard().press("/");
            page.keyboard().type("impor");
            admin.sees(page.locator(".global-search .dropdown-item").first(), "imports");
            page.keyboard().press("ArrowDown");
            page.keyboard().press("Enter");
            admin.sees(page.locator("h1"), "imports");

            admin.button("Disable").focus();
            page.keyboard().press("Enter");
            admin.isAsked("It does not start on any of its 2 servers");
            page.keyboard().press("Escape");
            admin.seesNo(admin.dialog());
            assertThat(page.evaluate("document.activeElement.textContent"))
                    .as("where one was before")
                    .isEqualTo("Disable");

            page.locator(".user").focus();
            page.keyboard().press("Enter");
            page.keyboard().press("ArrowDown");
            page.keyboard().press("ArrowDown");
            page.keyboard().press("Enter");
            admin.isAsked("Keyboard shortcuts");
            page.keyboard().press("Escape");
            admin.seesNo(admin.dialog());
            admin.nothingWasComplainedOf();
        }
    }

    @Test
    void all_texts_are_in_chinese_including_schedules_and_kinds_of_problems() {
        try (Visitor admin = Stage.visitor(Role.ADMIN)) {
            Page page = admin.page;
            admin.look("jobs/invoices/configuration");
            page.locator(".language").click();
            admin.button("中文").click();
            admin.sees(page.locator(".rail"), "作业");
            admin.sees(page.locator(".title .actions"), "触发");
            admin.sees(page.locator(".explanation"), "每 5 分钟");
            admin.look("jobs/no-such-job");
            admin.sees(page.locator(".alert"), "未找到。");
            admin.look("overview");
            admin.sees(page.locator(".verdict"), "失败");
            admin.looksRight();
            assertThat((List<?>) page.evaluate(
                            "async () => { const [en, zh] = await Promise.all([import('/assets/lib/i18n/en.js'),"
                                    + " import('/assets/lib/i18n/zh.js')]); return Object.keys(en.default).filter(key =>"
                                    + " !(key in zh.default)); }"))
                    .as("texts without Chinese")
                    .isEmpty();
        }
    }
}
