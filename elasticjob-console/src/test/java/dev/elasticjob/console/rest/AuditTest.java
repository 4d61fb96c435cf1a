package dev.elasticjob.console.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.console.Client;
import dev.elasticjob.console.Client.Answer;
import dev.elasticjob.console.RunningConsole;
import dev.elasticjob.console.audit.AuditLog;
import dev.elasticjob.console.security.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Guarantees of the audit log, verified on a console with its own data directory. */
class AuditTest {

    private static List<String> lines(RunningConsole console) throws IOException {
        return Files.readAllLines(console.directory().resolve("audit.jsonl"));
    }

    @Test
    void anonymous_requests_are_counted_and_a_change_is_recorded_before_it_is_made_or_not_made() throws IOException {
        try (RunningConsole console = new RunningConsole()) {
            Client anonymous = console.browser();
            anonymous.get("/api/v1/session");
            for (int i = 0; i < 100; i++) {
                anonymous.send("DELETE", "/api/v1/accounts/root", null);
            }
            assertThat(lines(console)).hasSizeLessThanOrEqualTo(2);

            Client admin = console.as(Role.ADMIN);
            assertThat(admin.send("PUT", "/api/v1/accounts/one", Map.of("role", "GUEST", "password", "a-long-password"))
                            .status())
                    .isEqualTo(200);
            List<String> lines = lines(console);
            assertThat(lines.get(lines.size() - 2)).contains("\"status\":0", "/accounts/one");
            assertThat(lines.get(lines.size() - 1)).contains("\"status\":200", "/accounts/one");

            console.bean(AuditLog.class).close();
            Answer unrecorded =
                    admin.send("PUT", "/api/v1/accounts/two", Map.of("role", "GUEST", "password", "a-long-password"));
            assertThat(unrecorded.status()).isEqualTo(503);
            assertThat(unrecorded.json().get("detail").asString()).contains("nothing was changed");
            assertThat(admin.get("/api/v1/accounts").body()).contains("one").doesNotContain("two");
        }
    }
}
