package dev.elasticjob.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.elasticjob.console.security.Role;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Fills in and submits forms: errors are displayed next to the form, and successful changes appear on the page. */
@ExtendWith(Stage.class)
class FormsTest {

    private static Locator form(Visitor visitor) {
        return visitor.page.locator("main form");
    }

    private static void fill(Visitor visitor, Map<String, String> values) {
        values.forEach((name, value) ->
                form(visitor).locator("input[name=" + name + "]").fill(value));
    }

    @Test
    void a_registry_is_tested_added_displayed_while_empty_and_deleted() {
        try (Visitor admin = Stage.visitor(Role.ADMIN)) {
            admin.look("settings/registries");
            fill(admin, Map.of("name", "empty", "servers", "169.254.169.254:2181", "namespace", "empty"));
            admin.button("Test").click();
            admin.sees(form(admin).locator(".alert-danger"), "This address is not allowed.");
            admin.looksRight();
            fill(admin, Map.of("servers", Stage.zookeeper()));
            admin.button("Test").click();
            admin.sees(form(admin).locator(".alert-success"), "The connection succeeded.");
            admin.button("Test and add").click();
            admin.sees(admin.row("empty"), "Connected");
            admin.row("empty").getByText("Disconnect").click();
            admin.sees(admin.row("empty"), "Not connected");
            admin.row("empty")
                    .locator("button", new Locator.LocatorOptions().setHasText("Connect"))
                    .click();
            admin.sees(admin.row("empty").locator(".is-connected"));

            admin.page.selectOption(".registry", "empty");
            admin.look("jobs");
            admin.sees(admin.page.locator(".empty"), "No jobs");
            admin.sees(admin.page.locator(".empty pre"), "ScheduleJobBootstrap");
            admin.looksRight();
            admin.keepPicture("empty-light");
            admin.look("servers");
            admin.sees(admin.page.locator(".empty"), "Servers appear when workers start");
            admin.look("overview");
            admin.sees(admin.page.locator(".numbers"), "Jobs");
            admin.page.selectOption(".registry", Stage.REGISTRY);

            admin.look("settings/registries");
            admin.row("empty").getByText("Delete").click();
            admin.sees(admin.dialog(), "The registry is not changed");
            admin.dialogButton("Delete").click();
            admin.seesNo(admin.row("empty"));
            admin.complainedOnlyOf(400);
        }
    }

    @Test
    void a_data_source_is_tested_added_and_deleted() {
        try (Visitor admin = Stage.visitor(Role.ADMIN)) {
            admin.look("settings/data-sources");
            fill(
                    admin,
                    Map.of("name", "other", "url", "jdbc:h2:mem:x;INIT=RUNSCRIPT FROM 'x'", "username", "postgres"));
            admin.button("Test").click();
            admin.sees(form(admin).locator(".alert-danger"), "jdbc:");
            fill(admin, Map.of("url", Stage.historyUrl(), "password", "-"));
            admin.button("Test and add").click();
            admin.sees(admin.row("other"), "jdbc:postgresql:");
            admin.row("other").getByText("Delete").click();
            admin.dialogButton("Delete").click();
            admin.seesNo(admin.row("other"));
            admin.complainedOnlyOf(400);
        }
    }

    @Test
    void an_account_is_created_its_owner_changes_the_password_and_its_deletion_ends_the_session() {
        try (Visitor admin = Stage.visitor(Role.ADMIN);
                Visitor carol = Stage.stranger()) {
            admin.look("settings/accounts");
            fill(admin, Map.of("name", "carol", "password", "short"));
            form(admin).locator("select").selectOption("OPERATOR");
            admin.button("Save").click();
            admin.sees(form(admin).locator(".alert-danger"), "characters");
            fill(admin, Map.of("password", "carols-first-password"));
            admin.button("Save").click();
            admin.sees(admin.row("carol"), "Operator");

            carol.open();
            carol.logInAs("carol", "carols-first-password");
            carol.openUserMenu();
            carol.sees(carol.page.locator(".dropdown-menu.show"), "carol · Operator");
            carol.button("Change password").click();
            carol.dialog().locator("input[name=current]").fill("carols-first-password");
            carol.dialog().locator("input[name=fresh]").fill("carols-second-password");
            carol.dialog().locator("input[name=again]").fill("something-else-again");
            carol.dialogButton("Save").click();
            carol.sees(carol.dialog().locator(".alert-danger"), "The new passwords do not match.");
            carol.looksRight();
            carol.dialog().locator("input[name=again]").fill("carols-second-password");
            carol.dialogButton("Save").click();
            carol.sees(carol.message("Your password was changed."));
            carol.openUserMenu();
            carol.button("Log out").click();
            carol.sees(carol.page.locator("input[name=password]"));
            carol.logInAs("carol", "carols-second-password");

            admin.row("carol").getByText("Delete").click();
            admin.dialogButton("Delete").click();
            admin.seesNo(admin.row("carol"));
            carol.goTo("jobs");
            carol.sees(carol.page.locator("input[name=password]"));
            admin.complainedOnlyOf(400);
            carol.complainedOnlyOf(401);
        }
    }

    @Test
    void a_token_is_displayed_once_used_and_revoked_and_the_log_records_it() {
        try (Visitor admin = Stage.visitor(Role.ADMIN)) {
            Page page = admin.page;
            admin.look("settings/tokens");
            fill(admin, Map.of("name", "deployments"));
            form(admin).locator("select").selectOption("OPERATOR");
            admin.button("Create a token").click();
            String token = page.locator(".secret").innerText();
            assertThat(token).startsWith("ejt_");
            admin.sees(admin.row("deployments"), "Operator");
            admin.looksRight();
            page.reload();
            admin.sees(admin.row("deployments"));
            admin.seesNo(page.locator(".secret"));
            admin.row("deployments").getByText("Revoke").click();
            admin.sees(admin.dialog(), "Requests of programs that use it are rejected immediately.");
            admin.dialogButton("Revoke").click();
            admin.seesNo(admin.row("deployments"));
            admin.look("settings/audit");
            admin.sees(page.locator("tbody tr").first(), "/api/v1/tokens/");
            admin.nothingWasComplainedOf();
        }
    }

    @Test
    void a_text_that_is_wrong_is_refused_and_the_difference_of_a_right_one_is_shown_before_it_is_written() {
        try (Visitor admin = Stage.visitor(Role.ADMIN)) {
            Page page = admin.page;
            admin.look("jobs/edited/configuration?as=text");
            Locator text = page.locator("textarea.yaml");
            String before = text.inputValue();
            text.fill(before.replaceAll("shardingTotalCount: \\d+", "shardingTotalCount: -4"));
            admin.button("Review and save…").click();
            admin.sees(admin.dialog().locator("pre ins"), "shardingTotalCount: -4");
            admin.dialogButton("Save").click();
            admin.sees(admin.dialog().locator(".alert-danger"), "The settings are invalid.");
            admin.looksRight();
            admin.dialogButton("Cancel").click();
            admin.seesNo(admin.dialog());
            text.fill(before.replaceAll("(?m)^description:.*$", "description: as text"));
            admin.button("Review and save…").click();
            admin.sees(admin.dialog().locator("pre ins"), "+ description: as text");
            admin.dialogButton("Save").click();
            admin.sees(admin.message("The settings of edited are saved."));
            admin.sees(page.locator(".card").first(), "as text");
            admin.complainedOnlyOf(422);
        }
    }

    @Test
    void settings_of_every_kind_are_checked_and_saved_in_the_form() {
        try (Visitor operator = Stage.visitor(Role.OPERATOR)) {
            Page page = operator.page;
            operator.look("jobs/reports/configuration");
            page.fill("input[name=timeout]", "soon");
            operator.sees(page.locator(".with-findings .wrong"), "soon");
            assertThat(operator.button("Review and save…").isDisabled()).isTrue();
            page.fill("input[name=timeout]", "1h30m");
            page.selectOption("select[name=onStubborn]", "RELEASE");
            page.fill("input[name=reconcileIntervalMinutes]", "7");
            page.uncheck("input[name=misfire]");
            page.fill("textarea[name=props]", "a.key=value");
            operator.button("Review and save…").click();
            for (String after : List.of("1h30m", "RELEASE", "7", "false", "a.key")) {
                operator.sees(
                        operator.dialog()
                                .locator("ins")
                                .filter(new Locator.FilterOptions().setHasText(after))
                                .first(),
                        after);
            }
            operator.dialogButton("Save").click();
            operator.sees(operator.message("The settings of reports are saved."));
            operator.seesValue(page.locator("select[name=onStubborn]"), "RELEASE");
            operator.seesValue(page.locator("input[name=timeout]"), "1h30m");
            operator.nothingWasComplainedOf();
        }
    }

    @Test
    void a_conflicting_edit_displays_both_versions_and_writes_nothing() {
        try (Visitor operator = Stage.visitor(Role.OPERATOR);
                Visitor other = Stage.visitor(Role.OPERATOR)) {
            operator.look("jobs/reports/configuration");
            other.look("jobs/reports/configuration");
            operator.page.fill("input[name=jobParameter]", "own");
            other.page.fill("input[name=jobParameter]", "other");
            other.button("Review and save…").click();
            other.dialogButton("Save").click();
            other.sees(other.message("The settings of reports are saved."));
            operator.sees(operator.message("Another user changed the settings that you are editing."));
            operator.button("Review and save…").click();
            operator.dialogButton("Save").click();
            operator.sees(operator.dialog(), "Another user has changed these settings");
            operator.sees(operator.dialog().locator("del"), "other");
            operator.sees(operator.dialog().locator("ins"), "own");
            operator.looksRight();
            operator.dialogButton("Use the current settings").click();
            operator.seesValue(operator.page.locator("input[name=jobParameter]"), "other");
            operator.complainedOnlyOf(412);
        }
    }

    @Test
    void jobs_that_are_chosen_are_switched_off_and_on_together() {
        try (Visitor admin = Stage.visitor(Role.ADMIN)) {
            Page page = admin.page;
            admin.look("jobs?search=rep");
            page.locator("thead input[type=checkbox]").check();
            admin.button("Disable").click();
            admin.sees(admin.dialog(), "Disable 1 jobs?");
            admin.dialogButton("Disable").click();
            admin.sees(admin.row("reports"), "Disabled");
            page.locator("thead input[type=checkbox]").check();
            admin.button("Enable").click();
            admin.dialogButton("Enable").click();
            admin.sees(admin.row("reports"), "OK");
            admin.nothingWasComplainedOf();
        }
    }

    @Test
    void an_address_with_a_malformed_percent_sign_is_an_unknown_page_and_no_error() {
        try (Visitor guest = Stage.visitor(Role.GUEST)) {
            guest.goTo("%ff");
            guest.sees(guest.page.locator("h1"), "Page not found");
            guest.nothingWasComplainedOf();
        }
    }
}
