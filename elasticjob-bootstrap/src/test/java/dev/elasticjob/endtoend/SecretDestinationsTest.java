package dev.elasticjob.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.elasticjob.api.HttpJobProperties;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.error.notify.DingtalkPropertiesConstants;
import dev.elasticjob.error.notify.EmailPropertiesConstants;
import dev.elasticjob.error.notify.WechatPropertiesConstants;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The registry does not decide where or how a secret of the code is sent. In each test, another party has written the configuration of a
 * job before the job starts, or edits it later.
 */
@Execution(ExecutionMode.SAME_THREAD)
class SecretDestinationsTest {

    private static final String PASSWORD = "correct-horse-battery";
    private static final String ACCEPTED = "{\"errcode\":0,\"errmsg\":\"ok\"}";

    private static Application application;

    private final CapturedLog log = new CapturedLog();

    @BeforeAll
    static void start() {
        application = new Application();
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @AfterEach
    void closeLog() {
        log.close();
    }

    private static String configuration(String handler, Map<String, String> props) {
        StringBuilder text = new StringBuilder("shardingTotalCount: 1\njobErrorHandlerType: " + handler + "\nprops:\n");
        props.forEach((name, value) ->
                text.append("  ").append(name).append(": '").append(value).append("'\n"));
        return text.toString();
    }

    private static void stored(String job, String text) {
        application.create("/" + job, "");
        application.create("/" + job + "/config", text);
    }

    private static OneOffJobBootstrap failing(JobConfiguration.Builder config) {
        SimpleJob job = context -> {
            throw new IllegalStateException("no paper");
        };
        OneOffJobBootstrap started = application.start(job, config);
        assertThat(Application.run(started).isSuccess()).isFalse();
        return started;
    }

    private String warnings() {
        StringBuilder all = new StringBuilder();
        log.events().stream()
                .filter(event -> event.getLevel() == Level.WARN)
                .forEach(event -> all.append(event.getFormattedMessage()).append('\n'));
        return all.toString();
    }

    @Test
    void a_mail_password_is_sent_only_to_the_server_and_with_the_encryption_that_the_code_names() throws IOException {
        ServerSetup setup = new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTPS);
        setup.setServerStartupTimeout(60_000);
        GreenMail server = new GreenMail(setup);
        server.start();
        try (ServerSocketChannel other = ServerSocketChannel.open()) {
            other.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            other.configureBlocking(false);
            server.setUser("jobs@example.com", "jobs", PASSWORD);
            stored(
                    "mailed",
                    configuration(
                            "EMAIL",
                            Map.of(
                                    EmailPropertiesConstants.HOST,
                                    "localhost",
                                    EmailPropertiesConstants.PORT,
                                    String.valueOf(other.socket().getLocalPort()),
                                    EmailPropertiesConstants.USERNAME,
                                    "other",
                                    EmailPropertiesConstants.IS_USE_SSL,
                                    "false",
                                    EmailPropertiesConstants.IS_DEBUG,
                                    "true",
                                    EmailPropertiesConstants.FROM,
                                    "jobs@example.com",
                                    EmailPropertiesConstants.TO,
                                    "ops@example.com")));
            failing(JobConfiguration.newBuilder("mailed", 1)
                    .jobErrorHandlerType("EMAIL")
                    .setProperty(EmailPropertiesConstants.HOST, "127.0.0.1")
                    .setProperty(
                            EmailPropertiesConstants.PORT,
                            String.valueOf(server.getSmtps().getPort()))
                    .setProperty(EmailPropertiesConstants.USERNAME, "jobs")
                    .setProperty(EmailPropertiesConstants.PASSWORD, PASSWORD)
                    .setProperty(EmailPropertiesConstants.SSL_TRUST, "127.0.0.1")
                    .setProperty(EmailPropertiesConstants.FROM, "jobs@example.com")
                    .setProperty(EmailPropertiesConstants.TO, "ops@example.com"));

            assertThat(server.waitForIncomingEmail(Application.LIMIT_SECONDS * 1000, 1))
                    .isTrue();
            assertThat(other.accept()).isNull();
            assertThat(warnings())
                    .contains("'mailed'", "email.host", "email.port", "email.username", "email.useSsl", "email.debug")
                    .contains("[email.password] come from the code")
                    .doesNotContain("email.from", "email.to");
            assertThat(log.all()).doesNotContain(PASSWORD);
        } finally {
            server.stop();
        }
    }

    @Test
    void a_robot_of_the_registry_receives_no_message_signed_with_a_secret_of_the_code() throws InterruptedException {
        try (HttpStub robot = new HttpStub(200, ACCEPTED);
                HttpStub other = new HttpStub(200, ACCEPTED)) {
            stored(
                    "signed",
                    configuration("DINGTALK", Map.of(DingtalkPropertiesConstants.WEBHOOK, other.address("/send"))));
            failing(JobConfiguration.newBuilder("signed", 1)
                    .jobErrorHandlerType("DINGTALK")
                    .setProperty(DingtalkPropertiesConstants.WEBHOOK, robot.address("/send?access_token=0123456789"))
                    .setProperty(DingtalkPropertiesConstants.SECRET, PASSWORD));

            assertThat(robot.next().uri().getRawQuery()).contains("access_token=0123456789", "sign=");
            assertThat(other.received()).isZero();
            assertThat(warnings()).contains("'signed'", "ignored [dingtalk.webhook]", "[dingtalk.secret]");
        }
    }

    @Test
    void a_robot_of_the_registry_does_not_receive_the_key_of_the_robot_in_the_code() throws InterruptedException {
        try (HttpStub robot = new HttpStub(200, ACCEPTED);
                HttpStub other = new HttpStub(200, ACCEPTED)) {
            stored("replaced", configuration("WECHAT", Map.of(WechatPropertiesConstants.WEBHOOK, other.address("/x"))));
            failing(JobConfiguration.newBuilder("replaced", 1)
                    .jobErrorHandlerType("WECHAT")
                    .setProperty(WechatPropertiesConstants.WEBHOOK, robot.address("/send?key=0123456789")));

            HttpStub.Request request = other.next();
            assertThat(request.uri()).hasToString("/x");
            assertThat(request.body()).doesNotContain("0123456789");
            assertThat(robot.received()).isZero();
            assertThat(warnings()).contains("[wechat.webhook] look like secrets");
        }
    }

    @Test
    void the_type_of_the_handler_in_the_registry_does_not_redirect_a_secret_of_the_code() throws InterruptedException {
        try (HttpStub robot = new HttpStub(200, ACCEPTED);
                HttpStub other = new HttpStub(200, ACCEPTED)) {
            stored(
                    "switched",
                    configuration("DINGTALK", Map.of(DingtalkPropertiesConstants.WEBHOOK, other.address("/send"))));
            failing(JobConfiguration.newBuilder("switched", 1)
                    .setProperty(DingtalkPropertiesConstants.WEBHOOK, robot.address("/send?access_token=0123456789"))
                    .setProperty(DingtalkPropertiesConstants.SECRET, PASSWORD));

            assertThat(robot.next().uri().getRawQuery()).contains("access_token=0123456789", "sign=");
            assertThat(other.received()).isZero();
        }
    }

    @Test
    void an_edit_of_the_registry_does_not_redirect_the_data_or_the_password_of_an_http_job()
            throws InterruptedException {
        try (HttpStub server = new HttpStub(200, "fine");
                HttpStub other = new HttpStub(200, "fine")) {
            OneOffJobBootstrap job = application.start(
                    "HTTP",
                    JobConfiguration.newBuilder("requested", 1)
                            .setProperty(HttpJobProperties.URI_KEY, server.address("/execute"))
                            .setProperty(HttpJobProperties.METHOD_KEY, "POST")
                            .setProperty(HttpJobProperties.DATA_KEY, "token=" + PASSWORD));
            assertThat(Application.run(job).isSuccess()).isTrue();
            assertThat(server.next().body()).isEqualTo("token=" + PASSWORD);

            application.edit(
                    "/requested/config",
                    "shardingTotalCount: 1\njobParameter: edited\nprops:\n  http.uri: '" + other.address("/execute")
                            + "'\n  http.method: PUT\n");
            HttpStub.Request request;
            do {
                assertThat(Application.run(job).isSuccess()).isTrue();
                request = server.next();
                assertThat(request.body()).isEqualTo("token=" + PASSWORD);
                assertThat(request.method()).isEqualTo("POST");
            } while (!request.context().orElseThrow().contains("edited"));

            assertThat(other.received()).isZero();
            assertThat(warnings()).contains("'requested'", "ignored [http.method, http.uri]", "[http.data]");
        }
    }
}
