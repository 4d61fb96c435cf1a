package dev.elasticjob.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.memory.InMemoryRegistry;
import dev.elasticjob.registry.memory.InMemoryRegistryCenter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

class SnapshotServiceTest {

    private static final long LIMIT_SECONDS = 60;

    /** Limits with short times for single steps and a long time for the complete exchange. */
    private static final SnapshotLimits HASTY =
            new SnapshotLimits(2, 64, Duration.ofMillis(200), Duration.ofSeconds(LIMIT_SECONDS));

    private final InMemoryRegistryCenter center = new InMemoryRegistryCenter(new InMemoryRegistry(), "dumped");
    private final List<SnapshotService> services = new ArrayList<>();

    @BeforeEach
    void init() {
        center.init();
    }

    private SnapshotService listening(SnapshotLimits limits) {
        SnapshotService service = new SnapshotService(center, InetAddress.getLoopbackAddress(), 0, limits);
        services.add(service);
        return service.listen();
    }

    private int port() {
        return listening(SnapshotLimits.DEFAULT).port();
    }

    @AfterEach
    void close() {
        services.forEach(SnapshotService::close);
        center.close();
    }

    private void commit(Transaction transaction) {
        try (RegistrySession session =
                center.openSession().toCompletableFuture().join()) {
            assertThat(session.commit(transaction).toCompletableFuture().join())
                    .isInstanceOf(CommitResult.Committed.class);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void make(String... pathsAndValues) {
        Transaction.Builder transaction = Transaction.builder();
        for (int i = 0; i < pathsAndValues.length; i += 2) {
            transaction.create(pathsAndValues[i], pathsAndValues[i + 1], Transaction.Mode.PERSISTENT);
        }
        commit(transaction.build());
    }

    private void makeJob() {
        make(
                "/job",
                "com.acme.Job",
                "/job/config",
                "jobName: job\nprops:\n  email.host: 10.0.0.9\n  email.password: abc123\nshardingTotalCount: 11\n",
                "/job/servers",
                "",
                "/job/servers/10.0.0.7",
                "ENABLED",
                "/job/servers/10.0.0.8",
                "DISABLED",
                "/job/sharding",
                "",
                "/job/sharding/10",
                "token=5",
                "/job/sharding/10/instance",
                "10.0.0.8@-@4-x",
                "/job/sharding/9",
                "",
                "/job/notes",
                "--password abc123");
    }

    @Test
    void a_dump_shows_every_node_depth_first_with_addresses_and_secrets_masked() {
        makeJob();

        assertThat(DumpClient.ask(port(), "dump@job\n"))
                .containsExactly(
                        "/job | com.acme.Job",
                        "/job/config | jobName: job\\nprops:\\n  email.host: ip1\\n  email.password: '******'\\n"
                                + "shardingTotalCount: 11",
                        "/job/notes | ******",
                        "/job/servers | ",
                        "/job/servers/ip2 | ENABLED",
                        "/job/servers/ip3 | DISABLED",
                        "/job/sharding | ",
                        "/job/sharding/9 | ",
                        "/job/sharding/10 | token=5",
                        "/job/sharding/10/instance | ip3@-@4-x");
    }

    @Test
    void a_dump_can_be_had_directly_and_from_the_port_of_another_process() throws IOException {
        makeJob();
        SnapshotService service = listening(SnapshotLimits.DEFAULT);

        String direct = service.dumpJobDirectly("job");

        assertThat(direct).startsWith("/job | com.acme.Job\n").contains("/job/config | ");
        assertThat(SnapshotService.dumpJob("127.0.0.1", service.port(), "job")).isEqualTo(direct);
        assertThat(SnapshotService.dumpJob("127.0.0.1", service.port(), "none")).startsWith("Error: there is no job");
        assertThatThrownBy(() -> service.dumpJobDirectly("none"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'none'");
    }

    @Test
    void the_end_of_the_sending_ends_the_line_and_so_does_a_line_break_of_windows() {
        make("/日报", "com.acme.Job");
        int port = port();
        try (DumpClient client = new DumpClient(port)) {
            assertThat(client.send(utf8("dump@日报")).endSending().answer()).containsExactly("/日报 | com.acme.Job");
        }
        assertThat(DumpClient.ask(port, "dump@日报\r\n")).containsExactly("/日报 | com.acme.Job");
    }

    @Test
    void the_local_view_is_displayed_where_it_differs_from_the_registry() {
        SimpleJob code = context -> {};
        OneOffJobBootstrap job = new OneOffJobBootstrap(
                center, code, JobConfiguration.newBuilder("job", 2).build());
        job.execute().orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join();
        int port = port();

        assertThat(DumpClient.ask(port, "dump@job\n"))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line.split("\\|", -1)).hasSize(2));

        // The configuration is invalid, so the job keeps its current one.
        commit(Transaction.builder()
                .set("/job/config", "nonsense", Transaction.ANY_VERSION)
                .set("/job/sharding/1/instance", "10.9.9.9@-@1-other", Transaction.ANY_VERSION)
                .build());

        List<String> lines = DumpClient.ask(port, "dump@job\n");
        assertThat(lines)
                .anySatisfy(line -> assertThat(line)
                        .startsWith("/job/config | ****** | /job/config | ")
                        .contains("shardingTotalCount: 2"))
                .anySatisfy(line -> assertThat(line)
                        .matches("/job/sharding/1/instance \\| ip\\d+@-@1-other \\| /job/sharding/1/instance"
                                + " \\| ip\\d+@-@.*"));
        job.shutdown();
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                arguments("", "unknown command ''. Write dump@jobName"),
                arguments("dump", "unknown command 'dump'"),
                arguments("GET / HTTP/1.1", "unknown command 'GET / HTTP/1.1'"),
                arguments("dump@", "the name of the job is missing"),
                arguments("dump@other", "there is no job 'other' in this registry"),
                arguments("dump@job/config", "'job/config' is not the name of a job"),
                arguments("dump@..", "'..' is not the name of a job"),
                arguments("dump@\uE000", "is not the name of a job"),
                arguments("dump@a\u0007b", "control characters"),
                arguments("dump@" + "x".repeat(60), "longer than 64 bytes"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void a_request_that_cannot_be_answered_receives_the_reason(String line, String answer) {
        makeJob();

        assertThat(DumpClient.ask(listening(HASTY).port(), line + "\n"))
                .singleElement()
                .asString()
                .startsWith("Error: ")
                .contains(answer);
    }

    @Test
    void a_request_that_is_no_text_is_rejected() {
        try (DumpClient client = new DumpClient(port())) {
            assertThat(client.send(new byte[] {'d', (byte) 0xff, (byte) 0xfe, '\n'})
                            .answer())
                    .containsExactly("Error: the line is not text in UTF-8");
        }
    }

    @Test
    void a_client_that_sends_endlessly_receives_an_error_and_is_disconnected() {
        byte[] flood = new byte[32 * 1024];
        Arrays.fill(flood, (byte) 'x');
        try (DumpClient client = new DumpClient(listening(HASTY).port())) {
            assertThat(client.send(flood).answer()).containsExactly("Error: the line is longer than 64 bytes");
        }
    }

    @Test
    void a_client_that_does_not_end_the_line_receives_an_error_and_is_disconnected() {
        try (DumpClient client = new DumpClient(listening(HASTY).port())) {
            assertThat(client.send(utf8("dump@jo")).answer())
                    .containsExactly("Error: no whole line came within 200 ms");
        }
    }

    @Test
    void silent_clients_keep_others_waiting_no_longer_than_their_time() {
        makeJob();
        // This client has sent its line when the time limit of the silent clients expires.
        SnapshotLimits brief = new SnapshotLimits(2, 64, Duration.ofSeconds(1), Duration.ofSeconds(LIMIT_SECONDS));
        int port = listening(brief).port();
        List<DumpClient> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                silent.add(new DumpClient(port));
            }
            assertThat(DumpClient.ask(port, "dump@job\n")).contains("/job | com.acme.Job");
        } finally {
            silent.forEach(DumpClient::close);
        }
    }

    @Test
    void no_more_than_a_few_are_served_at_the_same_time() {
        SnapshotLimits patient =
                new SnapshotLimits(2, 64, Duration.ofSeconds(LIMIT_SECONDS), Duration.ofSeconds(LIMIT_SECONDS));
        makeJob();
        int port = listening(patient).port();
        List<DumpClient> silent = new ArrayList<>();
        try {
            silent.add(new DumpClient(port));
            silent.add(new DumpClient(port));
            CompletableFuture<List<String>> third =
                    CompletableFuture.supplyAsync(() -> DumpClient.ask(port, "dump@job\n"));
            // The two clients with a connection are answered first.
            assertThat(silent.get(0).send(utf8("dump@job\n")).answer()).contains("/job | com.acme.Job");
            assertThat(third.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join()).contains("/job | com.acme.Job");
        } finally {
            silent.forEach(DumpClient::close);
        }
    }

    @Test
    void a_client_that_does_not_read_is_disconnected() throws IOException {
        // More than the system buffers for a client that does not read.
        String large = "x".repeat(800_000);
        make("/job", "com.acme.Job");
        for (int i = 0; i < 20; i++) {
            make("/job/" + i, large);
        }
        SnapshotLimits brief = new SnapshotLimits(1, 64, Duration.ofSeconds(5), Duration.ofSeconds(1));
        int port = listening(brief).port();
        try (Socket deaf = new Socket(InetAddress.getLoopbackAddress(), port)) {
            deaf.getOutputStream().write(utf8("dump@job\n"));
            // Served only after the first client has disconnected, because only one connection is permitted.
            assertThat(DumpClient.ask(port, "dump@none\n"))
                    .containsExactly("Error: there is no job 'none' in this registry");
        }
    }

    private static List<InetAddress> addressesOfThisMachine() throws SocketException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address)
                .toList();
    }

    @Test
    void only_this_machine_can_connect_by_default() throws IOException {
        SnapshotService closed = listening(SnapshotLimits.DEFAULT);
        SnapshotService open = new SnapshotService(center, "0.0.0.0", 0);
        services.add(open.listen());
        for (InetAddress address : addressesOfThisMachine()) {
            if (!address.isLoopbackAddress()) {
                assertThatExceptionOfType(IOException.class)
                        .isThrownBy(() -> new Socket(address, closed.port()).close());
            }
            try (Socket client = new Socket(address, open.port())) {
                assertThat(client.isConnected()).isTrue();
            }
        }
    }

    @Test
    void a_second_instance_on_a_host_runs_without_dumps_while_the_first_has_the_port() {
        makeJob();
        SnapshotService first = listening(SnapshotLimits.DEFAULT);
        SnapshotService second = new SnapshotService(center, first.port());
        services.add(second);
        Logger logger = (Logger) LoggerFactory.getLogger(SnapshotService.class);
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        logged.start();
        logger.addAppender(logged);
        try {
            second.listen();
        } finally {
            logger.detachAppender(logged);
        }

        assertThat(logged.list)
                .singleElement()
                .extracting(ILoggingEvent::getFormattedMessage)
                .asString()
                .contains("dump port " + first.port(), "elasticjob.dump.port", "Continuing without dumps");
        assertThatThrownBy(second::port).isInstanceOf(IllegalStateException.class);
        assertThat(DumpClient.ask(first.port(), "dump@job\n")).contains("/job | com.acme.Job");
        first.close();
        second.listen();
        assertThat(DumpClient.ask(second.port(), "dump@job\n")).contains("/job | com.acme.Job");
    }

    @Test
    void an_address_of_another_machine_is_rejected() {
        // Address range reserved for documentation: no machine has such an address.
        SnapshotService service = new SnapshotService(center, "192.0.2.1", 9888);

        assertThatThrownBy(service::listen)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("The dump port 9888 of 192.0.2.1")
                .hasMessageContaining("Choose another port");
    }

    @Test
    void wrong_ports_and_addresses_are_refused() {
        assertThatThrownBy(() -> new SnapshotService(center, 65536))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("The dump port is 65536");
        assertThatThrownBy(() -> new SnapshotService(center, " ", 9888))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("The address to listen on for dumps is ' '");
        assertThatThrownBy(() -> new SnapshotService(center, 9888).port())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("listen() first");
    }

    @Test
    void closed_it_leaves_no_connection_and_no_thread_and_it_may_listen_again() {
        makeJob();
        SnapshotService service = listening(SnapshotLimits.DEFAULT);
        String thread = "elasticjob-dump-" + service.port();
        assertThat(Thread.getAllStackTraces().keySet())
                .anyMatch(each -> each.getName().equals(thread));
        try (DumpClient waiting = new DumpClient(service.port())) {
            service.close();
            assertThatCutOff(waiting);
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(each -> each.getName().equals(thread));

        service.listen().listen();
        assertThat(DumpClient.ask(service.port(), "dump@job\n")).contains("/job | com.acme.Job");
        service.close();
        service.close();
    }

    private static void assertThatCutOff(DumpClient client) {
        try {
            assertThat(client.answer()).isEmpty();
        } catch (UncheckedIOException reset) {
            assertThat(reset).hasMessageContaining("reset");
        }
    }

    @Test
    void an_unreachable_registry_is_reported() {
        int port = port();
        center.close();

        assertThat(DumpClient.ask(port, "dump@job\n"))
                .singleElement()
                .asString()
                .startsWith("Error: the registry cannot be reached: ");
    }
}
