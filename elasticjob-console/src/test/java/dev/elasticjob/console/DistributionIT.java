package dev.elasticjob.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.console.security.Role;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the distribution that operators install: the archive with its scripts, and the packaged jar. */
class DistributionIT {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(120);
    private static final Pattern PORT = Pattern.compile("started on port (\\d+)");

    /** Makes Tomcat log its port, which the console's log level suppresses. */
    private static final String TELL_PORT = "-Dlogging.level.org.springframework.boot.tomcat=info";

    @TempDir
    private Path directory;

    private record Outcome(int status, String said) {}

    private static Path packed(String ending) {
        return Path.of(System.getProperty("console.packed") + ending);
    }

    private Outcome run(Path where, String... command) throws Exception {
        Path said = Files.createTempFile(directory, "said", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(where.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("JAVA_OPTS", "-XX:TieredStopAtLevel=1 " + TELL_PORT);
        Process process = builder.start();
        try {
            assertThat(process.waitFor(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        } finally {
            process.destroy();
        }
        return new Outcome(process.exitValue(), Files.readString(said));
    }

    private static Client client(Path log, String last) {
        Awaitility.await("the console is up")
                .atMost(LONGEST_WAIT)
                .until(() -> Files.exists(log) && Files.readString(log).contains(last));
        try {
            Matcher port = PORT.matcher(Files.readString(log));
            assertThat(port.find()).isTrue();
            return new Client(Integer.parseInt(port.group(1)), null);
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static void assertServes(Client browser) {
        assertThat(browser.get("/api/v1/health").json().get("status").asString())
                .isEqualTo("UP");
        assertThat(browser.get("/").body()).contains("<html");
        assertThat(browser.get("/assets/vendor/vue.runtime.esm-browser.prod.js").status())
                .isEqualTo(200);
        assertThat(browser.get("/api/v1/openapi").status()).isEqualTo(200);
        assertThat(browser.get("/api/v1/registries").status()).isEqualTo(200);
    }

    @Test
    void the_archive_is_unpacked_configured_started_and_stopped() throws Exception {
        assertThat(run(directory, "tar", "xzf", packed(".tar.gz").toString()).status())
                .isZero();
        Path home;
        try (var unpacked = Files.list(directory)) {
            home = unpacked.filter(Files::isDirectory).findFirst().orElseThrow();
        }
        Path settings = home.resolve("conf/application.properties");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(settings)))
                .as("secrets may stand in it")
                .isEqualTo("rw-------");
        Files.writeString(
                settings,
                "\nserver.port=99999\nauth.root_username=boss\nauth.root_password="
                        + RunningConsole.hash(RunningConsole.password(Role.ADMIN)) + "\n",
                StandardOpenOption.APPEND);
        assertThat(run(home, "bin/start.sh", "-p", "many"))
                .isEqualTo(new Outcome(2, "start.sh: the port is 'many'; give a number, such as: start.sh -p 8088\n"));
        assertThat(run(home, "bin/stop.sh").status()).isEqualTo(1);

        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Outcome start = run(elsewhere, home.resolve("bin/start.sh").toString(), "-p", "0");
        assertThat(start.status()).as(start.said()).isZero();
        long pid = Long.parseLong(
                Files.readString(home.resolve("logs/console.pid")).strip());
        Optional<ProcessHandle> console = ProcessHandle.of(pid);
        try {
            Client browser = client(home.resolve("logs/console.log"), "started on port");
            assertThat(browser.logIn("boss", RunningConsole.password(Role.ADMIN))
                            .status())
                    .isEqualTo(200);
            assertServes(browser);
            assertThat(Files.list(home.resolve("data")).toList()).isNotEmpty();
            Outcome again = run(home, "bin/start.sh", "-p", "0");
            assertThat(again.status()).isEqualTo(1);
            assertThat(again.said()).contains("runs already, as process " + pid);

            Outcome stop = run(elsewhere, home.resolve("bin/stop.sh").toString());
            assertThat(stop.status()).as(stop.said()).isZero();
            assertThat(console.map(ProcessHandle::isAlive)).isNotEqualTo(Optional.of(true));
            assertThat(home.resolve("logs/console.pid")).doesNotExist();
        } finally {
            console.ifPresent(ProcessHandle::destroy);
        }
    }

    @Test
    void the_zip_has_a_script_for_windows_that_starts_the_same_program() throws IOException {
        try (ZipFile zip = new ZipFile(packed(".zip").toFile())) {
            String windows = text(zip, "bin/start.bat");
            String linux = text(zip, "bin/start.sh");

            assertThat(windows.split("\r\n")).hasSizeGreaterThan(10).noneMatch(line -> line.contains("\n"));
            assertThat(List.of(windows, linux))
                    .allSatisfy(script -> assertThat(script.replaceAll("\\s\\\\?\\s*", " "))
                            .contains("-Dloader.path=lib -jar elasticjob-console.jar"
                                    + " --spring.config.additional-location=optional:file:conf/"));
            assertThat(text(zip, "conf/application.properties")).contains("server.port");
            assertThat(zip.stream().map(ZipEntry::getName)).anyMatch(name -> name.endsWith("/elasticjob-console.jar"));
        }
    }

    private static String text(ZipFile zip, String name) throws IOException {
        ZipEntry entry = zip.stream()
                .filter(each -> each.getName().endsWith("/" + name))
                .findFirst()
                .orElseThrow();
        return new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void the_jar_holds_no_program_besides_the_console_and_a_bill_of_materials_lists_its_libraries() throws IOException {
        try (JarFile jar = new JarFile(packed(".jar").toFile())) {
            assertThat(jar.stream().map(ZipEntry::getName))
                    .noneMatch(name -> name.contains("spring-boot-jarmode"))
                    .as("one version of Jackson, whose annotations are those of version 2")
                    .noneMatch(name -> name.matches(".*/(jackson-(core|databind)-2|swagger|springdoc).*"))
                    .anyMatch(name -> name.contains("jackson-databind-3"))
                    .anyMatch(name -> name.contains("spring-webmvc"));
        }
        assertThat(Files.readString(packed("-cyclonedx.json"))).contains("CycloneDX", "spring-webmvc", "zookeeper");
    }

    @Test
    void the_jar_runs_alone_and_prints_the_first_password() throws Exception {
        Path log = directory.resolve("log");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                TELL_PORT,
                "-jar",
                packed(".jar").toString(),
                "--server.port=0"));
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            Client browser = client(log, "    password  ");
            String said = Files.readString(log, StandardCharsets.UTF_8);
            String password = said.substring(said.indexOf("    password  ") + 14)
                    .lines()
                    .findFirst()
                    .orElseThrow();
            assertThat(browser.logIn("admin", password).status()).isEqualTo(200);
            assertServes(browser);
        } finally {
            process.destroy();
            assertThat(process.waitFor(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        }
    }
}
