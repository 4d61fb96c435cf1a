package dev.elasticjob.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.elasticjob.console.Client;
import dev.elasticjob.console.Client.Answer;
import dev.elasticjob.console.ConsoleApplication;
import dev.elasticjob.console.RunningConsole;
import dev.elasticjob.console.security.Role;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Map;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Verifies that pages never display a stale value as current during an outage. The registries and the console under test run in
 * separate processes. The faults are injected together, so that the test waits for their detection only once.
 */
@ExtendWith(Stage.class)
class OutageTest {

    private static final String STOPPED = "outage-stopped";
    private static final String FROZEN = "outage-frozen";
    private static final String ENDED = "outage-history";

    @TempDir
    private static Path directory;

    private static ServerProcess stopped;
    private static ServerProcess frozen;
    private static ServerProcess console;
    private static Server history;
    private static Visitor atStopped;
    private static Visitor atFrozen;
    private static Visitor atHistory;
    private static Visitor atConsole;

    private static Client admin() {
        return Stage.console().as(Role.ADMIN);
    }

    @BeforeAll
    static void injectFaults() throws Exception {
        stopped = ServerProcess.start(ZookeeperMain.class, "ready on port (\\d+)");
        frozen = ServerProcess.start(ZookeeperMain.class, "ready on port (\\d+)");
        console = startConsole();
        history = Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-baseDir", directory.toString())
                .start();
        addRegistry(STOPPED, stopped);
        addRegistry(FROZEN, frozen);
        addHistory();
        atStopped = at("jobs", STOPPED, Stage.DATA_SOURCE);
        atFrozen = at("jobs/nightly/items", FROZEN, Stage.DATA_SOURCE);
        atHistory = at("jobs", Stage.REGISTRY, ENDED);
        atConsole = Stage.visitor(Role.OPERATOR, console.port(), Stage.REGISTRY, "");
        atConsole.look("jobs");
        isLive(atConsole);
        stopped.kill();
        frozen.freeze();
        console.freeze();
        history.stop();
    }

    private static ServerProcess startConsole() {
        return ServerProcess.start(
                ConsoleApplication.class,
                "started on port (\\d+)",
                "--server.port=0",
                "--logging.level.org.springframework.boot.tomcat=info",
                "--console.data-directory=" + directory.resolve("console"),
                "--console.registries." + Stage.REGISTRY + ".servers=" + Stage.zookeeper(),
                "--console.registries." + Stage.REGISTRY + ".namespace=" + Stage.REGISTRY,
                "--auth.operator_username=operator",
                "--auth.operator_password=" + RunningConsole.hash(RunningConsole.password(Role.OPERATOR)));
    }

    private static void addRegistry(String name, ServerProcess server) {
        String address = "127.0.0.1:" + server.port();
        try (ZookeeperRegistryCenter center = new ZookeeperRegistryCenter(new ZookeeperConfiguration(address, name))) {
            center.init();
            RegistrySession session = center.openSession().toCompletableFuture().join();
            Transaction.Builder nodes = Transaction.builder();
            Map<String, String> job = Map.of(
                    "/nightly", "com.example.Job",
                    "/nightly/config", "cron: 0 0 3 * * ?\njobName: nightly\nshardingTotalCount: 1\n",
                    "/nightly/servers", "",
                    "/nightly/servers/10.0.0.1", "ENABLED",
                    "/nightly/instances", "",
                    "/nightly/instances/10.0.0.1@-@1", "",
                    "/nightly/sharding", "",
                    "/nightly/sharding/0", "",
                    "/nightly/sharding/0/instance", "10.0.0.1@-@1");
            job.keySet().stream().sorted().forEach(path -> nodes.create(path, job.get(path), Mode.PERSISTENT));
            session.commit(nodes.build()).toCompletableFuture().join();
        }
        assertThat(admin().send(
                                "POST",
                                "/api/v1/registries",
                                Map.of("name", name, "servers", address, "namespace", name))
                        .status())
                .isEqualTo(201);
    }

    private static void addHistory() throws Exception {
        String url = "jdbc:h2:tcp://127.0.0.1:" + history.getPort() + "/history";
        try (Connection created = DriverManager.getConnection(url, "sa", "")) {
            assertThat(created.isValid(0)).isTrue();
        }
        assertThat(admin().send("POST", "/api/v1/data-sources", Map.of("name", ENDED, "url", url, "username", "sa"))
                        .status())
                .isEqualTo(201);
    }

    private static Visitor at(String page, String registry, String dataSource) {
        Visitor visitor = Stage.visitor(Role.OPERATOR, Stage.console().port(), registry, dataSource);
        visitor.look(page);
        isLive(visitor);
        return visitor;
    }

    private static void isLive(Visitor visitor) {
        visitor.sees(visitor.page.locator(".connection.is-on"), "Live");
    }

    private static Locator outage(Visitor visitor) {
        return visitor.page.locator(".lost");
    }

    private static void isGreyAndDisabled(Visitor visitor) {
        visitor.sees(visitor.page.locator("#page.is-outdated"));
        visitor.sees(outage(visitor), " old");
        visitor.seesNo(visitor.page.locator(".connection.is-on"));
        assertThat(visitor.page
                        .locator("#page button:enabled, #page input:enabled")
                        .count())
                .isZero();
    }

    @AfterAll
    static void close() {
        atStopped.close();
        atFrozen.close();
        atHistory.close();
        atConsole.close();
        frozen.thaw();
        console.close();
        admin().send("DELETE", "/api/v1/registries/" + STOPPED, null);
        admin().send("DELETE", "/api/v1/registries/" + FROZEN, null);
        admin().send("DELETE", "/api/v1/data-sources/" + ENDED, null);
        frozen.close();
    }

    @Test
    void when_the_registry_is_stopped_the_list_stays_readable_and_grey_with_its_age() {
        atStopped.sees(outage(atStopped), "Registry “" + STOPPED + "” does not respond");
        isGreyAndDisabled(atStopped);
        atStopped.sees(atStopped.row("nightly"), "OK");
        atStopped.looksRight();

        atStopped.goTo("servers");
        atStopped.sees(atStopped.page.locator("h1"), "Servers");
        atStopped.goTo("jobs");
        atStopped.sees(atStopped.row("nightly"), "OK");
        isGreyAndDisabled(atStopped);

        Answer list = admin().get("/api/v1/registries/" + STOPPED + "/jobs");
        assertThat(list.status()).isEqualTo(503);
        assertThat(list.json().get("type").asString()).endsWith("registry-unreachable");
        assertThat(admin().get("/api/v1/registries/" + STOPPED)
                        .json()
                        .get("state")
                        .asString())
                .isEqualTo("FAILED");
    }

    @Test
    void when_the_registry_is_frozen_requests_end_at_their_deadline_and_the_page_turns_grey_until_it_responds() {
        atFrozen.sees(outage(atFrozen), "Registry “" + FROZEN + "” does not respond");
        isGreyAndDisabled(atFrozen);
        Answer trigger = Stage.console()
                .as(Role.OPERATOR)
                .send("POST", "/api/v1/registries/" + FROZEN + "/jobs/nightly/runs", null);
        assertThat(trigger.status()).isEqualTo(503);
        // By then the client may have noticed the outage itself.
        assertThat(trigger.json().get("detail").asString())
                .containsAnyOf("did not respond within 5 s", "the session is SUSPENDED");

        frozen.thaw();
        isLive(atFrozen);
        atFrozen.seesNo(atFrozen.page.locator("#page.is-outdated"));
        assertThat(atFrozen.button("Trigger").isEnabled()).isTrue();
    }

    @Test
    void when_the_history_database_is_stopped_runs_turn_grey_and_jobs_can_still_be_operated() {
        atHistory.sees(outage(atHistory), "History database “" + ENDED + "” does not respond");
        atHistory.sees(atHistory.page.locator("#page.is-history-outdated"));
        atHistory.seesNo(atHistory.page.locator("#page.is-outdated"));
        atHistory.goTo("jobs/invoices/items");
        atHistory.sees(atHistory.button("Trigger"));
        assertThat(atHistory.button("Trigger").isEnabled()).isTrue();

        atHistory.goTo("history");
        atHistory.sees(atHistory.page.locator("#page.is-outdated"));
        Answer runs = admin().get("/api/v1/data-sources/" + ENDED + "/executions");
        assertThat(runs.status()).isEqualTo(503);
        assertThat(runs.json().get("type").asString()).endsWith("history-unreachable");
    }

    @Test
    void a_frozen_console_is_displayed_as_an_outage_although_the_connection_is_open() {
        atConsole.sees(outage(atConsole), "The connection is lost");
        isGreyAndDisabled(atConsole);
        atConsole.sees(atConsole.row("invoices"), "invoices");
        console.thaw();
        isLive(atConsole);
        atConsole.seesNo(outage(atConsole));
    }

    @Test
    void a_session_that_ended_is_not_shown_as_a_lost_connection() {
        try (Visitor guest = Stage.visitor(Role.GUEST)) {
            guest.look("jobs");
            isLive(guest);
            assertThat(guest.statusOf("DELETE", "/api/v1/session")).isEqualTo(204);
            guest.sees(guest.page.locator(".login"), "You were logged out");
            guest.logInAs("guest", RunningConsole.password(Role.GUEST));
            guest.sees(guest.page.locator("h1"), "Jobs");
            isLive(guest);
        }
    }

    @Test
    void a_trigger_on_a_disabled_job_is_shown_as_rejected_with_the_reason() {
        try (Visitor operator = Stage.visitor(Role.OPERATOR)) {
            operator.look("jobs/reports/items");
            operator.button("Disable").click();
            operator.dialogButton("Disable").click();
            operator.sees(operator.page.locator(".title .state"), "Disabled");
            operator.button("Trigger").click();
            operator.sees(operator.page.locator(".request"), "Rejected");
            operator.sees(operator.page.locator(".request"), "is disabled on every server");
            operator.button("Enable").click();
            operator.sees(operator.page.locator(".title .state"), "OK");
            operator.button("Trigger").click();
            operator.sees(operator.page.locator(".request"), "has ended");
            operator.complainedOnlyOf(422);
        }
    }
}
