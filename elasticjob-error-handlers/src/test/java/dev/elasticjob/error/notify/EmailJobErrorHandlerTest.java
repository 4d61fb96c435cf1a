package dev.elasticjob.error.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.elasticjob.spi.JobErrorHandler;
import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests EMAIL with a real mail server. */
class EmailJobErrorHandlerTest {

    private static final String HOST = "127.0.0.1";
    private static final String PASSWORD = "pass word/密1";
    private static final Limits LIMITS =
            new Limits(Duration.ofMinutes(1), 10, 64, Duration.ofSeconds(10), Duration.ofSeconds(30));

    private final SettableClock clock = new SettableClock();
    private final CapturedLog log = new CapturedLog();
    private final List<JobErrorHandler> handlers = new ArrayList<>();
    private GreenMail server;

    @BeforeEach
    void open() {
        server = new GreenMail(new ServerSetup[] {
            listening(ServerSetup.PROTOCOL_SMTP), listening(ServerSetup.PROTOCOL_SMTPS),
        });
        server.start();
        server.setUser("jobs@example.com", "jobs", PASSWORD);
    }

    private static ServerSetup listening(String protocol) {
        ServerSetup setup = new ServerSetup(0, HOST, protocol);
        setup.setServerStartupTimeout(60_000);
        return setup;
    }

    @AfterEach
    void close() {
        handlers.forEach(JobErrorHandler::close);
        server.stop();
        log.close();
    }

    private Properties plain(String... settings) {
        Properties props = new Properties();
        props.setProperty(EmailPropertiesConstants.HOST, HOST);
        props.setProperty(
                EmailPropertiesConstants.PORT, String.valueOf(server.getSmtp().getPort()));
        props.setProperty(EmailPropertiesConstants.USERNAME, "jobs");
        props.setProperty(EmailPropertiesConstants.PASSWORD, PASSWORD);
        props.setProperty(EmailPropertiesConstants.IS_USE_SSL, "false");
        props.setProperty(EmailPropertiesConstants.FROM, "jobs@example.com");
        props.setProperty(EmailPropertiesConstants.TO, "ops@example.com");
        for (int i = 0; i < settings.length; i += 2) {
            props.setProperty(settings[i], settings[i + 1]);
        }
        return props;
    }

    private Properties encrypted(String... settings) {
        Properties props = plain(settings);
        props.remove(EmailPropertiesConstants.IS_USE_SSL);
        props.setProperty(
                EmailPropertiesConstants.PORT, String.valueOf(server.getSmtps().getPort()));
        return props;
    }

    private JobErrorHandler started(Properties props) {
        return started(props, LIMITS);
    }

    private JobErrorHandler started(Properties props, Limits limits) {
        JobErrorHandler handler = new EmailJobErrorHandler(clock, limits);
        handlers.add(handler);
        handler.init(props);
        return handler;
    }

    private MimeMessage[] received(int count) {
        assertThat(server.waitForIncomingEmail(30_000, count)).as(log.all()).isTrue();
        return server.getReceivedMessages();
    }

    private static String text(MimeMessage message) throws IOException, MessagingException {
        return ((String) message.getContent()).replace("\r\n", "\n");
    }

    @Test
    void a_mail_reports_the_error() throws Exception {
        started(plain()).handleException("夜间", new IllegalStateException("北京 😀\n.\nQUIT"));

        MimeMessage mail = received(1)[0];
        assertThat(mail.getSubject()).isEqualTo("ElasticJob error message");
        assertThat(mail.getFrom()).containsExactly(new InternetAddress("jobs@example.com"));
        assertThat(mail.getRecipients(RecipientType.TO)).containsExactly(new InternetAddress("ops@example.com"));
        assertThat(mail.getSentDate()).isEqualTo(Date.from(SettableClock.START));
        assertThat(mail.getHeader("Auto-Submitted")).containsExactly("auto-generated");
        assertThat(text(mail))
                .startsWith("Job '夜间' failed\nTime: 2026-03-01 ")
                .contains("process " + ProcessHandle.current().pid())
                .contains("java.lang.IllegalStateException: 北京 😀\n.\nQUIT\n\tat ");
    }

    @Test
    void all_recipients_receive_it_and_blind_copies_are_not_visible() throws Exception {
        JobErrorHandler handler = started(plain(
                EmailPropertiesConstants.TO,
                "\"Doe, Jane\" <jane@example.com>,\n  值班 <duty@example.com>",
                EmailPropertiesConstants.CC,
                "cc1@example.com, cc2@example.com",
                EmailPropertiesConstants.BCC,
                "secret@example.com",
                EmailPropertiesConstants.SUBJECT,
                "作业失败 😀"));
        handler.handleException("job", new IllegalStateException());
        handler.close();

        assertThat(server.getReceivedMessages()).hasSize(5);
        MimeMessage mail = server.getReceivedMessages()[0];
        assertThat(mail.getSubject()).isEqualTo("作业失败 😀");
        assertThat(mail.getRecipients(RecipientType.TO))
                .containsExactly(
                        new InternetAddress("jane@example.com", "Doe, Jane"),
                        new InternetAddress("duty@example.com", "值班"));
        assertThat(((InternetAddress) mail.getRecipients(RecipientType.TO)[1]).getPersonal())
                .isEqualTo("值班");
        assertThat(mail.getRecipients(RecipientType.CC)).hasSize(2);
        for (MimeMessage each : server.getReceivedMessages()) {
            assertThat(Collections.list(each.getAllHeaderLines())).noneMatch(line -> line.contains("secret@"));
        }
        assertThat(server.getManagers()
                        .getImapHostManager()
                        .getInbox(server.getUserManager().getUserByEmail("secret@example.com"))
                        .getMessageCount())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", HOST, "other.example.com, " + HOST, HOST + " other.example.com"})
    void a_mail_goes_encrypted_to_a_server_that_is_trusted(String trust) throws Exception {
        started(encrypted(EmailPropertiesConstants.SSL_TRUST, trust))
                .handleException("job", new IllegalStateException("over TLS"));
        assertThat(text(received(1)[0])).contains("over TLS");
        assertThat(log.all()).contains("email.ssl.trust is set: the certificate of 127.0.0.1 is not verified");
    }

    @Test
    void an_untrusted_certificate_is_rejected() throws InterruptedException {
        started(encrypted()).handleException("job", new IllegalStateException("broken"));
        assertThat(log.await("failed to send the notification that job 'job' failed"))
                .contains("unable to find valid certification path", "IllegalStateException: broken");
        assertThat(server.getReceivedMessages()).isEmpty();
        assertThat(log.all()).doesNotContain(PASSWORD);
    }

    @Test
    void an_unencrypted_password_is_warned_of() {
        started(plain());
        assertThat(log.all()).contains("WARN email.useSsl is false: the password for 127.0.0.1 goes");
    }

    @Test
    void headers_cannot_be_injected_through_the_name_of_a_job() throws Exception {
        started(plain())
                .handleException(
                        "job\r\nBcc: evil@example.com\r\n\r\nbody",
                        new IllegalStateException("x\r\nTo: evil@example.com"));
        MimeMessage mail = received(1)[0];
        assertThat(Collections.list(mail.getAllHeaderLines())).noneMatch(line -> line.contains("evil"));
        assertThat(mail.getAllRecipients()).hasSize(1);
        assertThat(text(mail)).startsWith("Job 'job  Bcc: evil@example.com    body' failed\n");
        assertThat(server.getReceivedMessages()).hasSize(1);
    }

    @Test
    void a_wrong_password_is_a_logged_failure_without_the_password() throws InterruptedException {
        started(plain(EmailPropertiesConstants.PASSWORD, "wr0ng-pass", EmailPropertiesConstants.IS_DEBUG, "true"))
                .handleException("job", new IllegalStateException("said wr0ng-pass"));
        assertThat(log.await("failed to send the notification that job 'job' failed"))
                .contains("AuthenticationFailedException");
        assertNoSecret("wr0ng-pass");
    }

    @Test
    void the_debug_mode_logs_the_protocol_without_the_password() throws InterruptedException {
        JobErrorHandler handler = started(plain(EmailPropertiesConstants.IS_DEBUG, "true"));
        handler.handleException("job", new IllegalStateException("broken"));
        received(1);
        handler.close();
        assertThat(log.all()).contains("EHLO ", "MAIL FROM:<jobs@example.com>", "INFO DEBUG SMTP: AUTH ");
        assertNoSecret(PASSWORD);
    }

    private void assertNoSecret(String password) {
        byte[] plain = ("\0jobs\0" + password).getBytes(StandardCharsets.UTF_8);
        assertThat(log.all() + handlers)
                .doesNotContain(password)
                .doesNotContain(Base64.getEncoder().encodeToString(password.getBytes(StandardCharsets.UTF_8)))
                .doesNotContain(Base64.getEncoder().encodeToString(plain));
    }

    @Test
    void settings_do_not_show_the_password() {
        assertThat(MailSettings.read(new HandlerProperties(plain())).toString())
                .contains("username=jobs", "password=******")
                .doesNotContain(PASSWORD);
    }

    @Test
    void without_the_flag_the_protocol_is_not_logged() {
        JobErrorHandler handler = started(plain());
        handler.handleException("job", new IllegalStateException());
        received(1);
        handler.close();
        assertThat(log.all()).doesNotContain("INFO DEBUG");
    }

    @Test
    void a_storm_is_collapsed_end_to_end() throws Exception {
        JobErrorHandler handler = started(plain());
        for (int i = 0; i < 300; i++) {
            handler.handleException("job", new IllegalStateException("broken"));
        }
        received(1);
        clock.advance(Duration.ofMinutes(1));
        assertThat(text(received(2)[1])).startsWith("Job 'job' failed 299 more times with the same error\n");
        handler.close();
        assertThat(server.getReceivedMessages()).hasSize(2);
    }

    @Test
    void closing_sends_the_remaining_notices_and_ends_the_thread() throws Exception {
        JobErrorHandler handler = started(plain());
        handler.handleException("leaving", new IllegalStateException("a"));
        handler.handleException("leaving", new IllegalStateException("b"));
        handler.handleException("leaving", new IllegalStateException("b"));
        List<Thread> threads = Threads.named("elasticjob-EMAIL-leaving");
        handler.close();
        Threads.awaitEnd(threads);
        assertThat(server.getReceivedMessages()).hasSize(3);
    }

    @Test
    void a_silent_server_blocks_neither_callers_nor_closing() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getByName(HOST))) {
            Limits hasty = new Limits(Duration.ofMinutes(1), 10, 2, Duration.ofSeconds(10), Duration.ofMillis(20));
            JobErrorHandler handler =
                    started(plain(EmailPropertiesConstants.PORT, String.valueOf(silent.getLocalPort())), hasty);
            handler.handleException("silent", new IllegalStateException("first"));
            try (var connection = silent.accept()) {
                for (int i = 0; i < 1000; i++) {
                    handler.handleException("silent", new IllegalStateException("number " + i));
                }
                List<Thread> threads = Threads.named("elasticjob-EMAIL-silent");
                assertThat(threads).hasSize(1);
                handler.close();
                Threads.awaitEnd(threads);
                assertThat(connection.getInputStream().read()).isEqualTo(-1);
            }
        }
        assertThat(log.containing("it was dropped, for 2 messages are waiting")).isNotEmpty();
    }

    @Test
    void a_server_that_greets_endlessly_times_out() throws Exception {
        Thread greeter;
        try (ServerSocket chatty = new ServerSocket(0, 50, InetAddress.getByName(HOST))) {
            greeter = new Thread(() -> greetForEver(chatty));
            greeter.start();
            HandlerProperties props =
                    new HandlerProperties(plain(EmailPropertiesConstants.PORT, String.valueOf(chatty.getLocalPort())));
            try (MailCourier courier = new MailCourier(
                    MailSettings.read(props), MailAddresses.read(props), clock, Duration.ofSeconds(1))) {
                assertThat(catchThrowable(() -> courier.send("text")))
                        .isInstanceOf(IOException.class)
                        .hasMessage("The mail server did not take the mail within 1000 ms");
                courier.abort();
                assertThat(catchThrowable(() -> courier.send("text"))).hasMessage("Sending was aborted");
            }
        }
        Threads.awaitEnd(List.of(greeter));
    }

    private static void greetForEver(ServerSocket server) {
        try (var socket = server.accept()) {
            while (true) {
                socket.getOutputStream().write("220-hello\r\n".getBytes(StandardCharsets.US_ASCII));
            }
        } catch (IOException gone) {
            // The connection was reset or closed; both are expected.
        }
    }

    @Test
    void required_settings_must_be_present() {
        for (String key : List.of("host", "port", "username", "password", "from", "to")) {
            for (String value : List.of("", " \t")) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> started(plain("email." + key, value)))
                        .withMessageStartingWith("The property email." + key + " is missing. Write ");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "email.port      | smtp            | it is not a whole number. Write the port",
                "email.port      | 65536           | it is not between 1 and 65535. Write the port",
                "email.useSsl    | yes             | it is neither true nor false. Write true or false, or leave it"
                        + " out for true",
                "email.debug     | 1               | it is neither true nor false. Write true or false, or leave it"
                        + " out for false",
                "email.from      | jobs            | it is no address",
                "email.from      | a@x.com,b@x.com | it is more than one address",
                "email.to        | ops@            | it is no address",
                "email.to        | a@x.com b@x.com | it is no address",
                "email.cc        | a@x.com,b       | it is no address",
                "email.bcc       | 值班@x.com        | only ASCII characters are allowed",
                "email.ssl.trust | other.host      | it does not name 127.0.0.1, which is the email.host. Add it",
            })
    void an_invalid_setting_is_rejected_with_name_value_and_remedy(String key, String value, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> started(plain(key, value)))
                .withMessageStartingWith("The property " + key + " is '")
                .withMessageContaining(message)
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain(PASSWORD));
    }

    @Test
    void line_breaks_are_refused_where_they_could_become_headers() {
        Stream.of("email.subject", "email.host", "email.username", "email.ssl.trust")
                .forEach(key -> assertThatIllegalArgumentException()
                        .isThrownBy(() -> started(plain(key, "x\r\nBcc: evil@example.com")))
                        .withMessageContaining("The property " + key + " is 'x  Bcc: evil@example.com': line breaks"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> started(plain("email.to", "a@x.com\r\nBcc: evil@example.com")));
        assertThatIllegalArgumentException().isThrownBy(() -> started(plain("email.to", "a\0@x.com")));
    }

    @Test
    void numbers_and_flags_may_be_put_as_such() {
        Properties props = plain();
        props.put("email.port", server.getSmtp().getPort());
        props.put("email.useSsl", false);
        started(props).handleException("job", new IllegalStateException());
        received(1);
    }
}
