package dev.elasticjob.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.elasticjob.console.security.Role;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Common tasks of users, from logging in to finding the cause of a failure, with workers in separate processes. */
@ExtendWith(Stage.class)
class JourneyTest {

    private static final String JOB = "/api/v1/registries/" + Stage.REGISTRY + "/jobs/";

    private static Locator items(Visitor visitor) {
        return visitor.rows("Items");
    }

    private static int runsOf(String job) {
        return Stage.console()
                .as(Role.GUEST)
                .get("/api/v1/data-sources/" + Stage.DATA_SOURCE + "/executions?size=200&job=" + job)
                .json()
                .get("rows")
                .size();
    }

    @AfterEach
    void startKilledWorkersAgain() {
        for (int number = 0; number < 2; number++) {
            if (!Stage.worker(number).isAlive()) {
                Stage.replaceWorker(number);
            }
        }
    }

    @Test
    void an_operator_disables_an_item_triggers_and_sees_the_job_run_live_until_it_ends() {
        try (Visitor operator = Stage.visitor(Role.OPERATOR)) {
            operator.goTo("jobs");
            operator.link("orders").click();
            operator.sees(operator.page.locator(".connection.is-on"));
            operator.link("Items").click();
            operator.sees(items(operator).nth(1), "Waiting");
            operator.looksRight();

            operator.button("Disable 1").click();
            operator.sees(operator.dialog(), "Item 1 of orders does not run");
            operator.dialogButton("Disable").click();
            operator.sees(items(operator).nth(1), "Disabled");

            operator.button("Trigger").click();
            operator.sees(items(operator).nth(0), "Running");
            operator.sees(operator.page.locator(".request"), "Items running: 1.");
            operator.sees(items(operator).nth(1), "Disabled");
            Stage.workerOf(items(operator).nth(0).innerText()).letEnd(1);
            operator.sees(items(operator).nth(0), "Success");
            operator.sees(items(operator).nth(0), "Manual");
            operator.sees(operator.page.locator(".request"), "Items that succeeded: 1.");
            operator.button("Enable 1").click();
            operator.sees(items(operator).nth(1), "Waiting");
            operator.nothingWasComplainedOf();
        }
    }

    @Test
    void a_cron_that_is_edited_is_checked_shown_and_takes_effect_at_the_workers() {
        try (Visitor operator = Stage.visitor(Role.OPERATOR)) {
            Page page = operator.page;
            int before = runsOf("edited");
            assertThat(before).isZero();
            operator.look("jobs/edited/configuration");
            page.fill("input[name=cron]", "0 0 99 * * ?");
            operator.sees(page.locator(".with-findings .wrong"), "99");
            assertThat(operator.button("Review and save…").isDisabled()).isTrue();
            page.fill("input[name=cron]", "0/1 * * * * ?");
            operator.sees(page.locator(".explanation"), "every second");
            operator.button("Review and save…").click();
            operator.sees(operator.dialog().locator("ins"), "0/1 * * * * ?");
            operator.sees(operator.dialog().locator("del"), Worker.NEVER);
            operator.looksRight();
            operator.dialogButton("Save").click();
            operator.sees(operator.message("The settings of edited are saved."));
            operator.sees(page.locator(".facts"), "every second");
            Awaitility.await().atMost(Visitor.LONGEST_WAIT).until(() -> runsOf("edited") > 2);
            operator.link("Runs").click();
            operator.sees(page.locator("button.cell.is-success").first());
            page.fill("#global-search", "edited");
            operator.sees(page.locator(".global-search .dropdown-item").first(), "edited");

            operator.look("jobs/edited/configuration");
            page.fill("input[name=cron]", Worker.NEVER);
            operator.button("Review and save…").click();
            operator.dialogButton("Save").click();
            operator.sees(page.locator(".facts"), "2099");
            operator.nothingWasComplainedOf();
        }
    }

    @Test
    void the_run_of_a_killed_worker_is_displayed_as_failed_over_and_is_found_in_history() {
        try (Visitor operator = Stage.visitor(Role.OPERATOR)) {
            Page page = operator.page;
            operator.look("jobs/orders/items");
            operator.sees(items(operator).nth(0), "@-@");
            operator.sees(items(operator).nth(1), "@-@");
            operator.button("Trigger").click();
            operator.sees(items(operator).nth(0), "Running");
            operator.sees(items(operator).nth(1), "Running");
            String dead = "@-@" + Stage.worker(0).pid();
            String alive = "@-@" + Stage.worker(1).pid();
            Locator moving = items(operator).filter(new Locator.FilterOptions().setHasText(dead));
            operator.sees(moving);
            String item = moving.locator("th").innerText();

            Stage.worker(0).kill();

            Locator moved = items(operator).nth(Integer.parseInt(item));
            operator.sees(moved, "Failed over");
            operator.sees(moved, alive);
            operator.sees(moved, "Failover");
            operator.looksRight();
            operator.keepPicture("failover-light");
            Stage.worker(1).letEnd(2);
            operator.sees(moved, "Success");

            operator.goTo("history?job=orders&source=FAILOVER&item=" + item);
            operator.sees(operator.row("127.0.0.1").first(), "Success");
            operator.sees(operator.row("127.0.0.1").first(), "Failover");
            operator.nothingWasComplainedOf();
        }
    }

    @Test
    void the_cause_of_a_failure_is_read_in_full_from_the_overview_on() {
        assertThat(Stage.console()
                        .as(Role.OPERATOR)
                        .send("POST", JOB + "imports/runs", null)
                        .status())
                .isEqualTo(202);
        try (Visitor guest = Stage.visitor(Role.GUEST)) {
            Page page = guest.page;
            guest.look("overview");
            guest.sees(page.locator(".verdict.is-bad"), "Failed runs in the last 24 hours");
            Locator failed = page.locator(
                    ".card",
                    new Page.LocatorOptions()
                            .setHas(page.locator("h2", new Page.LocatorOptions().setHasText("Recent failures"))));
            guest.sees(failed.locator("tbody tr").first(), "The file of partner");
            failed.locator("tbody a").first().click();
            guest.sees(page.locator(".panel pre"), "IllegalStateException: The file of partner");
            guest.goTo("history?result=FAILURE&job=imports");
            page.locator("tbody button").first().click();
            guest.sees(page.locator("tbody pre"), "\tat ");
            assertThat(page.url()).as("a link to what is open").contains("open=");
            guest.looksRight();
            page.goBack();
            guest.seesNo(page.locator("tbody pre"));
            guest.nothingWasComplainedOf();
        }
    }

    @Test
    void a_guest_sees_everything_finds_no_dead_button_and_is_refused() {
        try (Visitor guest = Stage.visitor(Role.GUEST)) {
            Page page = guest.page;
            guest.look("jobs/imports/items");
            guest.sees(items(guest).first());
            guest.seesNo(guest.button("Trigger"));
            guest.seesNo(guest.button("Disable 0"));
            guest.look("jobs");
            guest.seesNo(page.locator("tbody input[type=checkbox]"));
            guest.look("jobs/imports/configuration");
            assertThat(page.locator("input[name=cron]").isDisabled()).isTrue();
            guest.seesNo(guest.button("Review and save…"));
            guest.look("settings/accounts");
            guest.sees(page.locator(".tabs"), "Data sources");
            guest.seesNo(page.locator(".tabs a", new Page.LocatorOptions().setHasText("Accounts")));
            guest.seesNo(page.locator("main form"));
            assertThat(guest.statusOf("POST", JOB + "imports/runs")).isEqualTo(403);
            guest.openUserMenu();
            guest.button("Log out").click();
            guest.sees(page.locator("input[name=password]"));
            guest.nothingWasComplainedOf();
        }
    }

    @Test
    void a_lost_connection_is_seen_and_so_is_its_return() {
        try (Wire wire = new Wire(Stage.console().port());
                Visitor guest = Stage.visitor(Role.GUEST, wire.port())) {
            guest.look("jobs");
            guest.sees(guest.page.locator(".connection.is-on"));
            wire.cut();
            guest.sees(guest.page.locator(".lost"), "The connection is lost");
            guest.looksRight();
            wire.mend();
            guest.sees(guest.page.locator(".connection.is-on"));
            guest.seesNo(guest.page.locator(".lost"));
        }
    }
}
