package dev.elasticjob.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.childprocess.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/** Starts the console as a process, as operators do, and reads its output. */
class ConsoleProcessTest {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(120);

    @TempDir
    private Path directory;

    private ChildProcess start(String... arguments) {
        return ChildProcess.java("dev.elasticjob.console.ConsoleApplication")
                .options("-XX:TieredStopAtLevel=1")
                .arguments(arguments)
                .directory(directory)
                .limit(LONGEST_WAIT)
                .start();
    }

    @Test
    void the_first_start_makes_an_administrator_and_prints_the_password_once() throws Exception {
        String[] arguments = {"--server.port=0", "--logging.level.org.springframework.boot.tomcat=info"};
        try (ChildProcess first = start(arguments)) {
            String said = first.awaitMatch("    password  .*").group();
            int port = Integer.parseInt(
                    first.awaitMatchAnywhere("started on port (\\d+)").group(1));
            String password = said.substring(said.lastIndexOf(' ') + 1);
            Client browser = new Client(port, null);
            assertThat(browser.logIn("admin", password).status()).isEqualTo(200);
            assertThat(browser.get("/api/v1/session").json().get("role").asString())
                    .isEqualTo("ADMIN");
            assertThat(Files.readString(directory.resolve("data/accounts.json")))
                    .doesNotContain(password);

            try (ChildProcess second = start(arguments)) {
                assertThat(String.join("\n", second.awaitOutput()))
                        .as("two on one directory")
                        .contains("in use by another console")
                        .doesNotContain("password  ");
            }
            first.terminate();
        }
    }

    @Test
    void a_password_is_hashed_by_a_command() throws Exception {
        try (ChildProcess process = start("hash-password")) {
            process.send("correct horse battery");
            String hash = process.awaitMatch("\\{bcrypt}(.*)").group(1);
            assertThat(process.awaitExit()).isZero();
            assertThat(new BCryptPasswordEncoder().matches("correct horse battery", hash))
                    .isTrue();
        }
    }
}
