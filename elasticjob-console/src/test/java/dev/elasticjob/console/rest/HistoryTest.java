package dev.elasticjob.console.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.console.Client;
import dev.elasticjob.console.Client.Answer;
import dev.elasticjob.console.SharedConsole;
import dev.elasticjob.console.security.Role;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** History over REST, from a database server. */
@ExtendWith(SharedConsole.class)
class HistoryTest {

    private static final String API = "/api/v1/data-sources";

    private final Client admin = SharedConsole.console().as(Role.ADMIN);
    private final Client guest = SharedConsole.console().as(Role.GUEST);
    private Server server;
    private Connection keepsOpen;
    private String url;

    @BeforeEach
    void fill() throws SQLException {
        server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        url = "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/mem:history";
        keepsOpen = DriverManager.getConnection("jdbc:h2:mem:history", "sa", "of-history");
        try (Statement statement = keepsOpen.createStatement()) {
            statement.execute("CREATE TABLE JOB_EXECUTION_LOG (id VARCHAR(40) PRIMARY KEY, job_name VARCHAR(100),"
                    + " task_id VARCHAR(255), hostname VARCHAR(255), ip VARCHAR(50), sharding_item INT,"
                    + " execution_source VARCHAR(20), failure_cause VARCHAR(4000), is_success INT,"
                    + " start_time TIMESTAMP, complete_time TIMESTAMP)");
            statement.execute("CREATE TABLE JOB_STATUS_TRACE_LOG (id VARCHAR(40) PRIMARY KEY, job_name VARCHAR(100),"
                    + " original_task_id VARCHAR(255), task_id VARCHAR(255), slave_id VARCHAR(50),"
                    + " execution_type VARCHAR(20), sharding_item VARCHAR(100), state VARCHAR(20),"
                    + " message VARCHAR(4000), creation_time TIMESTAMP)");
            for (int i = 0; i < 5; i++) {
                statement.execute("INSERT INTO JOB_EXECUTION_LOG VALUES ('e" + i + "', 'alpha', 'task', 'host',"
                        + " '10.0.0." + i + "', " + i + ", 'NORMAL_TRIGGER', "
                        + (i == 4 ? "'it broke'" : "NULL") + ", " + (i == 4 ? 0 : 1)
                        + ", TIMESTAMP '2026-01-01 10:00:0" + i + "', TIMESTAMP '2026-01-01 10:00:09')");
            }
            statement.execute("INSERT INTO JOB_STATUS_TRACE_LOG VALUES ('s', 'alpha', '', 'task', '10.0.0.1', 'READY',"
                    + " '[0]', 'TASK_FINISHED', '', TIMESTAMP '2026-01-01 10:00:09')");
        }
        assertThat(admin.send("POST", API, dataSource("history", "of-history")).status())
                .isEqualTo(201);
    }

    private Map<String, String> dataSource(String name, String password) {
        return Map.of("name", name, "url", url, "username", "sa", "password", password);
    }

    @AfterEach
    void close() throws SQLException {
        admin.send("DELETE", API + "/history", null);
        keepsOpen.close();
        server.stop();
    }

    @Test
    void a_data_source_is_tested_added_shown_and_deleted() {
        assertThat(admin.send("POST", API + "/test", Map.of("url", url, "username", "sa", "password", "of-history"))
                        .status())
                .isEqualTo(200);
        Answer wrong = admin.send("POST", API + "/test", Map.of("url", url, "username", "sa", "password", "wrong-one"));
        assertThat(wrong.status()).isEqualTo(503);
        assertThat(wrong.body()).doesNotContain("wrong-one").doesNotContain("28000");
        assertThat(admin.send("POST", API, dataSource("history", "x")).status()).isEqualTo(409);
        JsonNode shown = guest.get(API + "/history").json();
        assertThat(shown.get("url").asString()).isEqualTo(url);
        assertThat(shown.get("hasPassword").asBoolean()).isTrue();
        assertThat(admin.send("DELETE", API + "/history", null).status()).isEqualTo(204);
        assertThat(guest.get(API + "/history").status()).isEqualTo(404);
    }

    @Test
    void runs_states_counts_the_grid_and_names_are_queried() {
        String history = API + "/history";
        JsonNode first = guest.get(history + "/executions?job=alpha&size=2").json();
        assertThat(first.get("rows")).hasSize(2);
        assertThat(first.get("rows").get(0).get("failureCause").asString()).isEqualTo("it broke");
        JsonNode second = guest.get(history + "/executions?job=alpha&size=2&after="
                        + first.get("next").asString())
                .json();
        assertThat(second.get("rows").get(0).get("item").asInt()).isEqualTo(2);
        assertThat(guest.get(history + "/executions?result=FAILURE").json().get("rows"))
                .hasSize(1);
        assertThat(guest.get(history + "/executions?sort=item&item=3&ip=10.0.0.3")
                        .json()
                        .get("rows"))
                .hasSize(1);
        assertThat(guest.get(history + "/states?task=task")
                        .json()
                        .get("rows")
                        .get(0)
                        .get("state")
                        .asString())
                .isEqualTo("TASK_FINISHED");
        assertThat(guest.get(history + "/counts?job=alpha&from=2025-12-31T00:00:00Z&to=2026-01-03T00:00:00Z")
                        .json()
                        .valueStream()
                        .mapToInt(hour -> hour.get("success").asInt())
                        .sum())
                .isEqualTo(4);
        assertThat(guest.get(history + "/grid?job=alpha").status()).isEqualTo(200);
        assertThat(guest.get(history + "/job-names?prefix=al").json().get(0).asString())
                .isEqualTo("alpha");
        assertThat(guest.get(history + "/addresses?prefix=10.&size=2").json()).hasSize(2);
        assertThat(guest.get(history + "/executions?size=5000")
                        .json()
                        .get("detail")
                        .asString())
                .contains("5000");
        assertThat(guest.get(history + "/executions?sort=colour").status()).isEqualTo(400);
        assertThat(guest.get(history + "/executions?after=nonsense").status()).isEqualTo(400);
    }

    @Test
    void a_database_that_nothing_was_written_to_answers_with_nothing_and_a_hint() throws SQLException {
        try (Statement statement = keepsOpen.createStatement()) {
            statement.execute("DROP ALL OBJECTS");
        }
        for (String each : List.of(
                "/executions",
                "/states",
                "/counts?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z",
                "/grid?job=alpha",
                "/job-names",
                "/addresses")) {
            Answer answer = guest.get(API + "/history" + each);
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            assertThat(answer.header("X-Console-Hint").orElseThrow()).contains("no tables");
        }
        assertThat(guest.get(API + "/history/executions").json().get("rows").isEmpty())
                .isTrue();
    }

    @Test
    void a_run_is_searched_by_its_id_and_by_that_of_its_task() throws SQLException {
        try (Tree tree = new Tree();
                Statement statement = keepsOpen.createStatement()) {
            String task = "alpha@-@0@-@READY@-@10.0.0.1@-@1";
            for (int item = 0; item < 2; item++) {
                statement.execute("INSERT INTO JOB_EXECUTION_LOG VALUES ('0abcdefghijklmno-0000000000000000000" + item
                        + "', 'alpha', '" + task + "', 'host', '10.0.0.1', " + item
                        + ", 'NORMAL_TRIGGER', NULL, 1, TIMESTAMP '2026-01-01 10:00:00', NULL)");
            }
            String search = tree.api + "/search?dataSource=history&text=";
            assertThat(guest.get(search + "0abcdefghijklmno").json().get("executions"))
                    .as("all items of the run")
                    .hasSize(2);
            assertThat(guest.get(search + "0ABCDEFGHIJKLMNO-00000000000000000001")
                            .json()
                            .get("executions"))
                    .hasSize(1);
            assertThat(guest.get(search + "0abcdefg_").json().get("executions").isEmpty())
                    .isTrue();
            assertThat(guest.get(search + task).json().get("executions")).hasSize(2);
            assertThat(guest.get(search + "0abcdefghijklmno&size=1")
                            .json()
                            .get("more")
                            .asBoolean())
                    .isTrue();
        }
    }

    @Test
    void an_unreachable_database_is_reported_without_its_error_message() {
        server.stop();
        Answer answer = guest.get(API + "/history/executions");
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.json().get("type").asString()).isEqualTo("urn:elasticjob:problem:history-unreachable");
    }
}
