package dev.elasticjob.console.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.console.store.DataDirectory;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Expiry and revocation of tokens. */
class TokensTest {

    private static final ConsoleUser ROOT = new ConsoleUser("root", Role.ADMIN, ConsoleUser.Way.PASSWORD, "");

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    private Path path;

    @Test
    void a_token_ends_at_its_time() {
        try (DataDirectory directory = DataDirectory.open(path)) {
            Tokens tokens = new Tokens(directory, () -> now);
            String token = tokens.create("ci", Role.GUEST, ROOT, Optional.of(now.plusSeconds(60)))
                    .token();
            assertThat(tokens.authenticate(token).map(ConsoleUser::role)).contains(Role.GUEST);
            assertThat(tokens.authenticate(token.substring(0, token.length() - 1) + "x"))
                    .isEmpty();
            now = now.plusSeconds(60);
            assertThat(tokens.authenticate(token)).isEmpty();
            assertThatThrownBy(() -> tokens.create("late", Role.GUEST, ROOT, Optional.of(now)))
                    .hasMessageContaining("expiresAt");
        }
    }
}
