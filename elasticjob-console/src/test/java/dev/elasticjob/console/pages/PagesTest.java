package dev.elasticjob.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.console.RunningConsole;
import dev.elasticjob.console.security.Role;
import dev.elasticjob.registry.zookeeper.EmbeddedZookeeper;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;
import dev.elasticjob.tracing.TracingConfiguration;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.h2.jdbcx.JdbcDataSource;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The pages in a real browser, on a real ZooKeeper, with a worker and its history. */
class PagesTest {

    private static final String REGISTRY = "test";
    private static final String NEVER = "0 0 0 1 1 ? 2099";
    private static final List<String> PAGES = List.of(
            "overview",
            "jobs",
            "jobs/orders/items",
            "jobs/orders/instances",
            "jobs/orders/configuration",
            "jobs/orders/configuration?as=text",
            "jobs/orders/runs",
            "servers",
            "history",
            "history/states",
            "settings/registries",
            "settings/data-sources",
            "settings/accounts",
            "settings/tokens",
            "settings/audit");

    private static EmbeddedZookeeper zookeeper;
    private static Server database;
    private static Connection keepsOpen;
    private static RunningConsole console;
    private static Chromium chromium;
    private static final AtomicInteger NAMESPACES = new AtomicInteger();

    private final Semaphore mayEnd = new Semaphore(0);
    private final AtomicInteger begun = new AtomicInteger();
    private ZookeeperRegistryCenter center;
    private ScheduleJobBootstrap worker;
    private String registry;

    @BeforeAll
    static void start() throws SQLException {
        zookeeper = EmbeddedZookeeper.startTemporary();
        database = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        keepsOpen = DriverManager.getConnection("jdbc:h2:mem:pages", "sa", "of-history");
        console = new RunningConsole(
                "--console.data-sources.history.url=" + url(),
                "--console.data-sources.history.username=sa",
                "--console.data-sources.history.password=of-history");
        chromium = new Chromium();
        makeHistory();
    }

    /** Its tables are made when a first run is written. */
    private static void makeHistory() {
        String namespace = REGISTRY + NAMESPACES.incrementAndGet();
        try (ZookeeperRegistryCenter first =
                new ZookeeperRegistryCenter(new ZookeeperConfiguration(zookeeper.connectString(), namespace))) {
            first.init();
            SimpleJob job = context -> {
                throw new IllegalStateException("it broke");
            };
            OneOffJobBootstrap bootstrap =
                    new OneOffJobBootstrap(first, job, configuration("first", 1).build());
            bootstrap.execute();
            Awaitility.await()
                    .atMost(Visitor.LONGEST_WAIT)
                    .until(() -> console.as(Role.GUEST)
                            .get("/api/v1/data-sources/history/executions?result=FAILURE")
                            .body()
                            .contains("it broke"));
            bootstrap.shutdown();
        }
    }

    private static JobConfiguration.Builder configuration(String name, int items) {
        JdbcDataSource history = new JdbcDataSource();
        history.setURL(url());
        history.setUser("sa");
        history.setPassword("of-history");
        return JobConfiguration.newBuilder(name, items)
                .addExtraConfigurations(new TracingConfiguration<>("RDB", history));
    }

    @AfterAll
    static void stop() throws SQLException {
        chromium.close();
        console.close();
        keepsOpen.close();
        database.stop();
        zookeeper.close();
    }

    private static String url() {
        return "jdbc:h2:tcp://127.0.0.1:" + database.getPort() + "/mem:pages";
    }

    @BeforeEach
    void startWorker() {
        registry = REGISTRY + NAMESPACES.incrementAndGet();
        console.as(Role.ADMIN)
                .send(
                        "POST",
                        "/api/v1/registries",
                        Map.of("name", registry, "servers", zookeeper.connectString(), "namespace", registry));
        center = new ZookeeperRegistryCenter(new ZookeeperConfiguration(zookeeper.connectString(), registry));
        center.init();
        SimpleJob job = context -> {
            begun.incrementAndGet();
            if (!mayEnd.tryAcquire(Visitor.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("nobody let it end");
            }
        };
        worker = new ScheduleJobBootstrap(
                center,
                job,
                configuration("orders", 2)
                        .cron(NEVER)
                        .description("Sends what was ordered")
                        .build());
        worker.schedule();
    }

    @AfterEach
    void stopWorker() {
        mayEnd.release(1_000_000);
        worker.shutdown();
        center.close();
        console.as(Role.ADMIN).send("DELETE", "/api/v1/registries/" + registry, null);
    }

    @Test
    void an_operator_sees_a_job_run_live_edits_its_cron_disables_an_item_and_triggers() {
        try (Visitor operator = chromium.visitor(console.port()).logIn(Role.OPERATOR, registry)) {
            Page page = operator.page;
            operator.goTo("jobs");
            page.locator("tbody a", new Page.LocatorOptions().setHasText("orders"))
                    .click();
            operator.sees(page.locator(".connection.is-on"));
            Locator rows = page.locator("section tbody tr");
            operator.sees(rows.nth(1), "Waiting");

            operator.button("Disable 1").click();
            operator.sees(page.locator("dialog"), "Item 1 of orders does not run");
            operator.dialogButton("Disable").click();
            operator.sees(rows.nth(1), "Disabled");

            operator.button("Trigger").click();
            operator.sees(page.locator(".messages"), "Triggered orders. Instances that run it: 1.");
            operator.sees(rows.nth(0), "Running");
            mayEnd.release();
            operator.sees(rows.nth(0), "Success");
            operator.sees(rows.nth(0), "By hand");
            assertThat(begun).hasValue(1);
            operator.button("Enable 1").click();
            operator.sees(rows.nth(1), "Waiting");

            operator.goTo("jobs/orders/configuration");
            page.fill("input[name=cron]", "0 0 99 * * ?");
            operator.sees(page.locator(".with-findings .wrong"), "99");
            page.fill("input[name=cron]", "0/1 * * * * ?");
            operator.sees(page.locator(".explanation"), "every second");
            operator.button("Review and save…").click();
            operator.sees(page.locator("dialog ins"), "0/1 * * * * ?");
            operator.sees(page.locator("dialog del"), NEVER);
            mayEnd.release(1_000_000);
            operator.dialogButton("Save").click();
            operator.sees(page.locator(".facts"), "0/1 * * * * ?");
            Awaitility.await().atMost(Visitor.LONGEST_WAIT).until(() -> begun.get() > 5);

            operator.goTo("jobs/orders/runs");
            operator.sees(page.locator(".cell.is-success").first());
            page.locator(".cell.is-success").first().click();
            operator.sees(page.locator(".panel"), "Success");
            operator.nothingWasComplainedOf();
        }
    }

    @Test
    void a_guest_sees_everything_finds_no_dead_button_and_is_refused() {
        try (Visitor guest = chromium.visitor(console.port()).logIn(Role.GUEST, registry)) {
            Page page = guest.page;
            guest.goTo("jobs/orders/items");
            guest.sees(page.locator("section tbody tr").first(), "Waiting");
            guest.seesNo(guest.button("Trigger"));
            guest.seesNo(guest.button("Disable 0"));
            guest.goTo("jobs/orders/configuration");
            assertThat(page.locator("input[name=cron]").isDisabled()).isTrue();
            guest.seesNo(guest.button("Review and save…"));
            guest.goTo("settings/accounts");
            guest.sees(page.locator(".tabs"), "Data sources");
            guest.seesNo(page.locator(".tabs a", new Page.LocatorOptions().setHasText("Accounts")));
            assertThat(guest.statusOf("POST", "/api/v1/registries/" + registry + "/jobs/orders/runs"))
                    .isEqualTo(403);
            assertThat(begun).hasValue(0);
            guest.button("Log out").click();
            guest.sees(page.locator("input[name=password]"));
            guest.nothingWasComplainedOf();
        }
    }

    @Test
    void every_page_fits_three_widths_and_is_readable_in_light_and_dark() {
        mayEnd.release(1_000_000);
        console.as(Role.ADMIN).send("POST", "/api/v1/registries/" + registry + "/jobs/orders/runs", null);
        SimpleJob quick = context -> {};
        List<ScheduleJobBootstrap> others = List.of(
                new ScheduleJobBootstrap(
                        center,
                        quick,
                        configuration("invoices", 3).cron("0 0/5 * * * ?").build()),
                new ScheduleJobBootstrap(
                        center,
                        quick,
                        configuration("reports", 1).cron("0 0/15 * * * ?").build()));
        others.forEach(ScheduleJobBootstrap::schedule);
        try (Visitor admin = chromium.visitor(console.port()).logIn(Role.ADMIN, registry)) {
            for (String theme : List.of("dark", "light")) {
                admin.page.evaluate("name => localStorage.setItem('theme', name)", theme);
                admin.page.reload();
                for (String address : PAGES) {
                    admin.goTo(address);
                    admin.sees(admin.page.locator("h1"));
                    admin.seesNo(admin.page.locator(".skeleton"));
                    for (int width : new int[] {375, 768, 1440}) {
                        admin.nothingToScrollSideways(width);
                    }
                    admin.everyTextIsReadable();
                    admin.keepPicture(address.replaceAll("[/?=]", "-") + "-" + theme);
                }
            }
            admin.nothingWasComplainedOf();
        } finally {
            others.forEach(ScheduleJobBootstrap::shutdown);
        }
    }

    @Test
    void everything_is_reached_by_keyboard_and_told_in_chinese() {
        try (Visitor admin = chromium.visitor(console.port()).logIn(Role.ADMIN, registry)) {
            Page page = admin.page;
            for (String[] way : new String[][] {{"j", "Jobs"}, {"s", "Servers"}, {"h", "History"}, {"o", "Overview"}}) {
                page.keyboard().press("g");
                page.keyboard().press(way[0]);
                admin.sees(page.locator("h1"), way[1]);
            }
            page.keyboard().press("/");
            page.keyboard().type("ord");
            page.keyboard().press("Enter");
            admin.sees(page.locator("tbody th"), "orders");
            assertThat(page.url()).contains("search=ord");
            page.locator("tbody a").focus();
            page.keyboard().press("Enter");
            admin.sees(page.locator("h1"), "orders");
            page.locator("main .tabs a").nth(1).focus();
            page.keyboard().press("Enter");
            admin.sees(admin.button("Shut down").first());
            page.keyboard().press("?");
            admin.sees(page.locator("dialog"), "Keyboard shortcuts");
            page.keyboard().press("Escape");
            admin.seesNo(page.locator("dialog"));
            page.selectOption(".language", "zh");
            admin.sees(page.locator(".rail"), "作业");
            admin.sees(page.locator(".actions").first(), "触发");
            admin.nothingWasComplainedOf();
        }
    }

    @Test
    void a_lost_connection_is_seen() {
        RunningConsole own = new RunningConsole(
                "--console.registries." + registry + ".servers=" + zookeeper.connectString(),
                "--console.registries." + registry + ".namespace=" + registry);
        try (Visitor guest = chromium.visitor(own.port())) {
            try (own) {
                guest.logIn(Role.GUEST, registry);
                guest.sees(guest.page.locator(".connection.is-on"));
            }
            guest.sees(guest.page.locator(".lost"), "The connection is lost");
        }
    }
}
