package dev.elasticjob.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/** Starts the console as a process, as operators do, and reads its output. */
class ConsoleProcessTest {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(120);
    private static final Pattern PORT = Pattern.compile("started on port (\\d+)");

    @TempDir
    private Path directory;

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.elasticjob.console.ConsoleApplication"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
    }

    /** Reads until a line matches, and returns the lines read so far. */
    private static List<String> readUntil(Process process, String last) throws Exception {
        return CompletableFuture.supplyAsync(() -> {
                    List<String> lines = new ArrayList<>();
                    try {
                        BufferedReader reader = new BufferedReader(
                                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                            lines.add(line);
                            if (line.contains(last)) {
                                break;
                            }
                        }
                    } catch (IOException ended) {
                        lines.add(ended.toString());
                    }
                    return lines;
                })
                .get(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
    }

    private static void end(Process process) throws InterruptedException {
        process.destroy();
        assertThat(process.waitFor(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void the_first_start_makes_an_administrator_and_prints_the_password_once() throws Exception {
        String[] arguments = {"--server.port=0", "--logging.level.org.springframework.boot.tomcat=info"};
        Process first = start(arguments);
        try {
            String said = String.join("\n", readUntil(first, "    password  "));
            Matcher port = PORT.matcher(said);
            assertThat(port.find()).as(said).isTrue();
            String password = said.substring(said.lastIndexOf(' ') + 1);
            Client browser = new Client(Integer.parseInt(port.group(1)), null);
            assertThat(browser.logIn("admin", password).status()).isEqualTo(200);
            assertThat(browser.get("/api/v1/session").json().get("role").asString())
                    .isEqualTo("ADMIN");
            assertThat(Files.readString(directory.resolve("data/accounts.json")))
                    .doesNotContain(password);

            Process second = start(arguments);
            try {
                assertThat(String.join("\n", readUntil(second, "\0")))
                        .as("two on one directory")
                        .contains("in use by another console")
                        .doesNotContain("password  ");
            } finally {
                end(second);
            }
        } finally {
            end(first);
        }
    }

    @Test
    void a_password_is_hashed_by_a_command() throws Exception {
        Process process = start("hash-password");
        try {
            process.outputWriter().write("correct horse battery\n");
            process.outputWriter().flush();
            List<String> said = readUntil(process, "{bcrypt}");
            assertThat(process.waitFor(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(process.exitValue()).isZero();
            String hash = said.get(said.size() - 1);
            assertThat(new BCryptPasswordEncoder()
                            .matches("correct horse battery", hash.substring("{bcrypt}".length())))
                    .isTrue();
        } finally {
            end(process);
        }
    }
}
