package dev.elasticjob.console.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.elasticjob.console.store.DataDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verifies that recorded entries are kept and can be queried. */
class AuditLogTest {

    @TempDir
    private Path path;

    private static AuditEntry entry(int number) {
        return new AuditEntry(
                String.format("2026-01-01T00:00:%02dZ", number),
                "root",
                "ADMIN",
                "PASSWORD",
                "::1",
                "PUT /x/" + number,
                200,
                Map.of("line", "one\ntwo"),
                "");
    }

    private static AuditEntry entry(int number, int status, String request) {
        AuditEntry like = entry(number);
        return new AuditEntry(
                like.at(),
                like.user(),
                like.role(),
                like.way(),
                like.address(),
                like.action(),
                status,
                Map.of(),
                request);
    }

    private static List<String> actions(List<AuditEntry> entries) {
        return entries.stream().map(AuditEntry::action).toList();
    }

    @Test
    void entries_are_found_over_files_the_latest_first() {
        try (DataDirectory directory = DataDirectory.open(path);
                AuditLog log = new AuditLog(directory, 300, 100)) {
            for (int i = 0; i < 10; i++) {
                log.write(entry(i));
            }
            assertThat(path.toFile().list((in, name) -> name.startsWith("audit-")))
                    .hasSizeGreaterThan(1);
            assertThat(actions(log.latest(each -> true, 0, 3))).containsExactly("PUT /x/9", "PUT /x/8", "PUT /x/7");
            assertThat(actions(log.latest(each -> true, 8, 5))).containsExactly("PUT /x/1", "PUT /x/0");
            assertThat(actions(log.latest(each -> each.action().endsWith("/4"), 0, 5)))
                    .containsExactly("PUT /x/4");
        }
    }

    @Test
    void half_a_line_of_a_crash_hides_nothing_else() throws IOException {
        try (DataDirectory directory = DataDirectory.open(path)) {
            try (AuditLog log = new AuditLog(directory, 1_000_000, 3)) {
                log.write(entry(1));
            }
            Files.writeString(path.resolve("audit.jsonl"), "{\"at\":\"20\n", StandardOpenOption.APPEND);
            try (AuditLog log = new AuditLog(directory, 1_000_000, 3)) {
                log.write(entry(2));
                assertThat(log.latest(each -> true, 0, 5)).containsExactly(entry(2), entry(1));
            }
        }
    }

    @Test
    void a_limited_number_of_files_is_kept() {
        try (DataDirectory directory = DataDirectory.open(path);
                AuditLog log = new AuditLog(directory, 300, 2)) {
            for (int i = 0; i < 20; i++) {
                log.write(entry(i));
            }
            assertThat(path.toFile().list((in, name) -> name.startsWith("audit-")))
                    .hasSize(2);
            assertThat(actions(log.latest(each -> true, 0, 100)))
                    .startsWith("PUT /x/19")
                    .doesNotContain("PUT /x/0");
        }
    }

    @Test
    void a_request_without_an_outcome_is_listed_and_one_with_an_outcome_is_listed_once() {
        try (DataDirectory directory = DataDirectory.open(path);
                AuditLog log = new AuditLog(directory, 300, 100)) {
            log.write(entry(1, AuditEntry.INTENT, "lost"));
            log.write(entry(2, AuditEntry.INTENT, "ended-in-a-later-file"));
            log.write(entry(3));
            log.write(entry(4));
            log.write(entry(5, 204, "ended-in-a-later-file"));
            assertThat(log.latest(each -> true, 0, 100))
                    .extracting(AuditEntry::action, AuditEntry::status)
                    .containsExactly(
                            tuple("PUT /x/5", 204),
                            tuple("PUT /x/4", 200),
                            tuple("PUT /x/3", 200),
                            tuple("PUT /x/1", AuditEntry.INTENT));
        }
    }
}
