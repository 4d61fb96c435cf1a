package dev.elasticjob.console.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.console.store.DataDirectory;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/** Accounts for login with a password. */
class AccountsTest {

    private static final String HASH = new BCryptPasswordEncoder(4).encode("the-password");

    @TempDir
    private Path path;

    private DataDirectory directory;

    @BeforeEach
    void open() {
        directory = DataDirectory.open(path);
    }

    @AfterEach
    void close() {
        directory.close();
    }

    private Accounts accounts(Map<String, String> settings) {
        return new Accounts(directory, settings::get);
    }

    @Test
    void accounts_come_from_the_environment_too() {
        SystemEnvironmentPropertySource environment = new SystemEnvironmentPropertySource(
                "environment", Map.of("AUTH_ROOT_USERNAME", "root", "AUTH_ROOT_PASSWORD", HASH));
        Accounts accounts = new Accounts(directory, key -> (String) environment.getProperty(key));
        assertThat(accounts.authenticate("root", "the-password").map(ConsoleUser::role))
                .contains(Role.ADMIN);
        assertThat(accounts.authenticate("root", "another-one")).isEmpty();
        assertThat(accounts.createFirst()).isEmpty();
    }

    @Test
    void the_first_administrator_is_created_once() {
        Accounts accounts = accounts(Map.of());
        String password = accounts.createFirst().orElseThrow();
        assertThat(password.length()).isGreaterThan(20);
        assertThat(accounts.authenticate("admin", password).map(ConsoleUser::role))
                .contains(Role.ADMIN);
        assertThat(accounts.createFirst()).isEmpty();
        assertThat(accounts(Map.of()).createFirst()).isEmpty();
    }

    @Test
    void the_last_administrator_stays() {
        Accounts accounts = accounts(Map.of());
        accounts.createFirst();
        assertThatThrownBy(() -> accounts.delete("admin")).hasMessageContaining("last administrator");
        assertThatThrownBy(() -> accounts.put("admin", Role.GUEST, null)).hasMessageContaining("last administrator");
        accounts.put("another", Role.ADMIN, "long-enough-password");
        accounts.delete("admin");
        assertThat(accounts.list()).extracting(Accounts.View::name).containsExactly("another");
    }

    @Test
    void half_an_account_and_two_of_a_name_are_refused() {
        assertThatThrownBy(() -> accounts(Map.of("auth.root_username", "root")))
                .hasMessageContaining("auth.root_password");
        assertThatThrownBy(() -> accounts(Map.of(
                        "auth.root_username",
                        "x",
                        "auth.root_password",
                        HASH,
                        "auth.guest_username",
                        "x",
                        "auth.guest_password",
                        HASH)))
                .hasMessageContaining("'x'");
    }
}
