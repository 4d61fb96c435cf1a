package dev.elasticjob.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.error.JobFailedException;
import dev.elasticjob.error.notify.DingtalkPropertiesConstants;
import dev.elasticjob.error.notify.EmailPropertiesConstants;
import dev.elasticjob.error.notify.WechatPropertiesConstants;
import dev.elasticjob.scheduler.OneOffResult;
import jakarta.mail.internet.MimeMessage;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Every handler is called, and the next run takes place. */
@Execution(ExecutionMode.SAME_THREAD)
class ErrorHandlersTest {

    private static final String PASSWORD = "correct-horse-battery";

    private static Application application;

    @BeforeAll
    static void start() {
        application = new Application();
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    /** Fails the first time, with a message that identifies the job. */
    private static void failOnce(JobConfiguration.Builder config) {
        List<String> runs = new ArrayList<>();
        SimpleJob job = context -> {
            runs.add(context.getTaskId());
            if (runs.size() == 1) {
                throw new IllegalStateException("no paper for " + context.getJobName());
            }
        };
        OneOffJobBootstrap started = application.start(job, config);
        assertThat(Application.run(started).items()).isEqualTo(Map.of(0, OneOffResult.Outcome.FAILED));
        assertThat(Application.run(started).isSuccess()).isTrue();
    }

    private static List<ILoggingEvent> errorsAbout(CapturedLog log, String jobName) {
        return log.events().stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .filter(event -> event.getFormattedMessage().contains("'" + jobName + "'"))
                .toList();
    }

    @Test
    void log_logs() {
        try (CapturedLog log = new CapturedLog()) {
            failOnce(JobConfiguration.newBuilder("logged", 1));

            assertThat(errorsAbout(log, "logged")).singleElement().satisfies(event -> {
                assertThat(event.getFormattedMessage()).isEqualTo("Job 'logged' failed");
                assertThat(event.getThrowableProxy().getMessage()).isEqualTo("no paper for logged");
                assertThat(event.getMDCPropertyMap())
                        .containsEntry("job", "logged")
                        .containsEntry("item", "0");
            });
        }
    }

    @Test
    void ignore_logs_nothing() {
        try (CapturedLog log = new CapturedLog()) {
            failOnce(JobConfiguration.newBuilder("ignored", 1).jobErrorHandlerType("IGNORE"));

            assertThat(errorsAbout(log, "ignored")).isEmpty();
        }
    }

    @Test
    void throw_passes_the_exception_to_the_handler_of_uncaught_exceptions() throws InterruptedException {
        BlockingQueue<Throwable> uncaught = new LinkedBlockingQueue<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> uncaught.add(thrown));
        try {
            failOnce(JobConfiguration.newBuilder("thrown", 1).jobErrorHandlerType("THROW"));

            assertThat(uncaught.poll(Application.LIMIT_SECONDS, TimeUnit.SECONDS))
                    .isInstanceOf(JobFailedException.class)
                    .hasMessage("Job 'thrown' failed")
                    .hasRootCauseMessage("no paper for thrown");
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    @Test
    void email_sends_a_mail_and_the_password_is_seen_nowhere() throws Exception {
        ServerSetup setup = new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP);
        setup.setServerStartupTimeout(60_000);
        GreenMail server = new GreenMail(setup);
        server.start();
        try (CapturedLog log = new CapturedLog()) {
            server.setUser("jobs@example.com", "jobs", PASSWORD);
            failOnce(JobConfiguration.newBuilder("mailed", 1)
                    .jobErrorHandlerType("EMAIL")
                    .setProperty(EmailPropertiesConstants.HOST, "127.0.0.1")
                    .setProperty(
                            EmailPropertiesConstants.PORT,
                            String.valueOf(server.getSmtp().getPort()))
                    .setProperty(EmailPropertiesConstants.USERNAME, "jobs")
                    .setProperty(EmailPropertiesConstants.PASSWORD, PASSWORD)
                    .setProperty(EmailPropertiesConstants.IS_USE_SSL, "false")
                    .setProperty(EmailPropertiesConstants.SUBJECT, "A job failed")
                    .setProperty(EmailPropertiesConstants.FROM, "jobs@example.com")
                    .setProperty(EmailPropertiesConstants.TO, "ops@example.com"));

            assertThat(server.waitForIncomingEmail(Application.LIMIT_SECONDS * 1000, 1))
                    .isTrue();
            MimeMessage mail = server.getReceivedMessages()[0];
            assertThat(mail.getSubject()).startsWith("A job failed");
            assertThat((String) mail.getContent()).contains("mailed", "no paper for mailed");
            assertThat(application.read("/mailed/config").orElseThrow())
                    .contains("email.host: 127.0.0.1")
                    .doesNotContain(PASSWORD);
            assertThat(log.all()).doesNotContain(PASSWORD);
        } finally {
            server.stop();
        }
    }

    @Test
    void wechat_notifies_the_robot() throws InterruptedException {
        try (HttpStub robot = new HttpStub(200, "{\"errcode\":0,\"errmsg\":\"ok\"}");
                CapturedLog log = new CapturedLog()) {
            failOnce(JobConfiguration.newBuilder("wechat", 1)
                    .jobErrorHandlerType("WECHAT")
                    .setProperty(WechatPropertiesConstants.WEBHOOK, robot.address("/send?key=0123456789")));

            HttpStub.Request request = robot.next();
            assertThat(request.uri()).hasToString("/send?key=0123456789");
            assertThat(request.body()).contains("\"msgtype\":\"text\"", "no paper for wechat");
            assertThat(application.read("/wechat/config").orElseThrow()).doesNotContain("0123456789");
            assertThat(log.all()).doesNotContain("0123456789");
        }
    }

    @Test
    void dingtalk_notifies_the_robot_with_a_signature() throws InterruptedException, GeneralSecurityException {
        try (HttpStub robot = new HttpStub(200, "{\"errcode\":0,\"errmsg\":\"ok\"}");
                CapturedLog log = new CapturedLog()) {
            failOnce(JobConfiguration.newBuilder("dingtalk", 1)
                    .jobErrorHandlerType("DINGTALK")
                    .setProperty(DingtalkPropertiesConstants.WEBHOOK, robot.address("/send?access_token=0123456789"))
                    .setProperty(DingtalkPropertiesConstants.KEYWORD, "alarm")
                    .setProperty(DingtalkPropertiesConstants.SECRET, PASSWORD));

            HttpStub.Request request = robot.next();
            Map<String, String> query = query(request.uri().getRawQuery());
            assertThat(query).containsEntry("access_token", "0123456789");
            assertThat(query.get("sign")).isEqualTo(signature(query.get("timestamp")));
            assertThat(request.body()).contains("alarm", "no paper for dingtalk");
            assertThat(application.read("/dingtalk/config").orElseThrow())
                    .contains("dingtalk.keyword: alarm")
                    .doesNotContain(PASSWORD, "0123456789");
            assertThat(log.all()).doesNotContain(PASSWORD, "0123456789");
        }
    }

    private static Map<String, String> query(String raw) {
        Map<String, String> result = new HashMap<>();
        for (String pair : raw.split("&")) {
            int equals = pair.indexOf('=');
            result.put(
                    pair.substring(0, equals), URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
        }
        return result;
    }

    /** Computes the signature according to DingTalk's documentation: HmacSHA256 of the time, a line break and the secret, in Base64. */
    private static String signature(String timestamp) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(PASSWORD.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        byte[] hash = mac.doFinal((timestamp + "\n" + PASSWORD).getBytes(StandardCharsets.UTF_8));
        return Base64.getEncoder().encodeToString(hash);
    }

    @Test
    void wrong_properties_are_refused_when_the_job_is_started() {
        SimpleJob job = context -> {};

        assertThatIllegalArgumentException()
                .isThrownBy(() -> application.start(
                        job, JobConfiguration.newBuilder("unmailed", 1).jobErrorHandlerType("EMAIL")))
                .withMessageContaining("unmailed")
                .withMessageContaining("email.");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> application.start(
                        job, JobConfiguration.newBuilder("untold", 1).jobErrorHandlerType("DINGTALK")))
                .withMessageContaining("untold")
                .withMessageContaining("dingtalk.webhook");
        assertThat(application.read("/untold")).isEmpty();
    }
}
