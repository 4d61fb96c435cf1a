package dev.elasticjob.error.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.elasticjob.spi.JobErrorHandler;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests WECHAT and DINGTALK with a stub of a robot. */
class RobotJobErrorHandlerTest {

    private static final String TOKEN = "693axxx6-7aoc-4bc4";
    private static final Limits LIMITS =
            new Limits(Duration.ofMinutes(1), 10, 64, Duration.ofSeconds(10), Duration.ofSeconds(30));

    private final SettableClock clock = new SettableClock();
    private final CapturedLog log = new CapturedLog();
    private final List<JobErrorHandler> handlers = new ArrayList<>();
    private RobotStub robot;

    @BeforeEach
    void open() throws IOException {
        robot = new RobotStub();
    }

    @AfterEach
    void close() {
        robot.letGo();
        handlers.forEach(JobErrorHandler::close);
        robot.close();
        log.close();
    }

    private JobErrorHandler handler(String type, Limits limits) {
        JobErrorHandler handler = type.equals("WECHAT")
                ? new WechatJobErrorHandler(clock, limits)
                : new DingtalkJobErrorHandler(clock, limits);
        handlers.add(handler);
        return handler;
    }

    private JobErrorHandler started(String type, String... settings) {
        return started(type, LIMITS, settings);
    }

    private JobErrorHandler started(String type, Limits limits, String... settings) {
        JobErrorHandler handler = handler(type, limits);
        handler.init(properties(type, robot.address("/send?access_token=" + TOKEN), settings));
        return handler;
    }

    private static Properties properties(String type, String webhook, String... settings) {
        String prefix = type.toLowerCase(Locale.ROOT) + ".";
        Properties props = new Properties();
        props.setProperty(prefix + "webhook", webhook);
        for (int i = 0; i < settings.length; i += 2) {
            props.setProperty(prefix + settings[i], settings[i + 1]);
        }
        return props;
    }

    @ParameterizedTest
    @ValueSource(strings = {"WECHAT", "DINGTALK"})
    void a_text_message_reports_the_error(String type) throws InterruptedException {
        started(type).handleException("夜间 \"job\"", new IllegalStateException("back\\slash\t北京 😀"));

        RobotStub.Request request = robot.next();
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.uri()).hasToString("/send?access_token=" + TOKEN);
        assertThat(request.contentType()).isEqualTo("application/json; charset=utf-8");
        assertThat(request.content())
                .startsWith("Job '夜间 \"job\"' failed\nTime: 2026-03-01 ")
                .contains("\nHost: ", "process " + ProcessHandle.current().pid())
                .contains("\njava.lang.IllegalStateException: back\\slash\t北京 😀\n\tat ");
        log.await("sent the notification that job");
    }

    @Test
    void wechat_gets_no_more_bytes_than_it_takes() throws InterruptedException {
        started("WECHAT").handleException("job", new IllegalStateException("错".repeat(5000)));
        assertThat(robot.next().content().getBytes(StandardCharsets.UTF_8)).hasSizeBetween(2040, 2048);
    }

    @Test
    void dingtalk_gets_keyword_and_signature() throws InterruptedException {
        started("DINGTALK", "keyword", "警报", "secret", "SEC000secret")
                .handleException("job", new IllegalStateException("错".repeat(50_000)));

        RobotStub.Request request = robot.next();
        long timestamp = SettableClock.START.toEpochMilli();
        assertThat(request.uri())
                .hasToString("/send?access_token=" + TOKEN + "&"
                        + new DingtalkSignature(new Secret("SEC000secret")).query(timestamp));
        assertThat(request.content()).startsWith("警报\nJob 'job' failed\n");
        assertThat(request.body().getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(20_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "WECHAT   | 200 | {\"errcode\":93000,\"errmsg\":\"invalid webhook url\"} | refused the message with"
                        + " errcode 93000",
                "DINGTALK | 200 | {\"errmsg\":\"sign not match\",\"errcode\" : 310000}   | refused the message with"
                        + " errcode 310000",
                "DINGTALK | 200 | {\"errmsg\":\"\\\"errcode\\\":0\",\"errcode\":\"-1\"}  | refused the message with"
                        + " errcode -1",
                "WECHAT   | 200 | <html>Welcome</html>                                   | no errcode",
                "WECHAT   | 500 | {\"errcode\":0}                                        | HTTP status 500",
                "DINGTALK | 404 | ''                                                     | HTTP status 404",
                "DINGTALK | 302 | {\"errcode\":0}                                        | HTTP status 302",
            })
    void a_rejection_by_the_robot_is_a_logged_failure(String type, int status, String answer, String logged)
            throws InterruptedException {
        robot.answers(status, answer);
        JobErrorHandler handler = started(type);
        handler.handleException("job", new IllegalStateException("broken"));

        assertThat(log.await("failed to send the notification that job 'job' failed"))
                .startsWith("ERROR " + type)
                .contains(logged)
                .contains("java.lang.IllegalStateException: broken");
        robot.next();
        assertThat(robot.waiting()).as("redirected or repeated requests").isZero();

        robot.answers(200, "{\"errcode\":0}");
        handler.handleException("job", new IllegalStateException("next"));
        assertThat(robot.next().content()).contains("next");
    }

    @Test
    void an_answer_without_end_is_read_in_part() throws InterruptedException {
        robot.answers(200, "{\"errcode\":7,\"errmsg\":\"" + "x".repeat(5_000_000) + "\"}");
        started("WECHAT").handleException("job", new IllegalStateException());
        assertThat(log.await("errcode 7")).hasSizeLessThan(10_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"WECHAT", "DINGTALK"})
    void a_robot_that_does_not_respond_times_out_and_blocks_no_caller(String type) throws InterruptedException {
        robot.hold();
        JobErrorHandler handler = started(type, "connectTimeout", "50", "readTimeoutMilliseconds", "50");
        for (int i = 0; i < 200; i++) {
            handler.handleException("job", new IllegalStateException("number " + i));
        }
        log.await("No answer within 50 ms for the connection and 50 ms for the rest");
    }

    @Test
    void an_endless_response_times_out_too() throws IOException, InterruptedException {
        Thread answering;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            answering = new Thread(() -> beginToAnswer(server));
            answering.start();
            JobErrorHandler handler = handler("WECHAT", LIMITS);
            handler.init(properties(
                    "WECHAT",
                    "http://" + server.getInetAddress().getHostAddress() + ":" + server.getLocalPort() + "/?key="
                            + TOKEN,
                    "connectTimeoutMilliseconds",
                    "100",
                    "readTimeout",
                    "100"));
            handler.handleException("job", new IllegalStateException());
            log.await("No answer within 100 ms");
        }
        Threads.awaitEnd(List.of(answering));
    }

    /** Answers with headers and one byte, and then waits until the client disconnects. */
    private static void beginToAnswer(ServerSocket server) {
        try (Socket socket = server.accept()) {
            socket.getOutputStream()
                    .write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{".getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException gone) {
            // The connection was reset or closed; both are expected.
        }
    }

    @Test
    void a_dead_robot_is_a_logged_failure_without_its_token() throws InterruptedException {
        JobErrorHandler handler = started("DINGTALK", "secret", "SEC000secret");
        robot.close();
        handler.handleException("job", new IllegalStateException("broken"));
        assertThat(log.await("The robot cannot be reached")).contains("java.net.ConnectException");
        assertThat(log.all()).doesNotContain(TOKEN, "SEC000secret");
    }

    @Test
    void secrets_that_a_robot_returns_are_not_logged() throws InterruptedException {
        robot.answers(200, "{\"errcode\":1,\"errmsg\":\"no access_token=" + TOKEN + "&sign=abc%2B for SEC000secret\"}");
        JobErrorHandler handler = started("DINGTALK", "secret", "SEC000secret");
        handler.handleException("job", new IllegalStateException("calling ?access_token=" + TOKEN));
        log.await("errcode 1");
        handler.close();
        handler.handleException("job", new IllegalStateException("SEC000secret"));
        log.await("the handler is closed");
        assertThat(log.all() + handler).doesNotContain(TOKEN, "SEC000secret", "abc%2B");
    }

    @Test
    void a_storm_is_collapsed_end_to_end() throws InterruptedException {
        JobErrorHandler handler = started("WECHAT");
        for (int i = 0; i < 300; i++) {
            handler.handleException("job", new IllegalStateException("broken"));
        }
        assertThat(robot.next().content()).startsWith("Job 'job' failed\n");
        clock.advance(Duration.ofMinutes(1));
        assertThat(robot.next().content()).startsWith("Job 'job' failed 299 more times with the same error\n");
        handler.close();
        assertThat(robot.waiting()).isZero();
    }

    @Test
    void closing_while_a_robot_hangs_ends_the_thread() throws InterruptedException {
        robot.hold();
        Limits hasty = new Limits(Duration.ofMinutes(1), 10, 64, Duration.ofSeconds(10), Duration.ofMillis(20));
        JobErrorHandler handler = started("WECHAT", hasty);
        handler.handleException("hanging", new IllegalStateException("in hand"));
        robot.next();
        List<Thread> threads = Threads.named("elasticjob-WECHAT-hanging");
        assertThat(threads).hasSize(1);
        handler.close();
        Threads.awaitEnd(threads);
        log.await("closed while sending");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                | The property wechat.webhook is missing. Write the address",
                "'   '                             | The property wechat.webhook is missing. Write the address",
                "you_webhook-693axxx6              | wechat.webhook is '******': it does not start with https:// or"
                        + " http://. Write",
                "ftp://host/693axxx6               | wechat.webhook is 'ftp://host/******': it does not start with"
                        + " https://",
                "file:///etc/693axxx6              | wechat.webhook is '******': it does not start with https://",
                "https:///693axxx6                 | wechat.webhook is '******': it names no host",
                "https://u:693axxx6@host/          | wechat.webhook is 'https://host/******': it contains a user name",
                "https://host/?key=693axxx6 x      | wechat.webhook is '******': it is not an address, from position"
                        + " 26 on",
            })
    void a_wrong_webhook_is_refused_without_showing_it(String webhook, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> handler("WECHAT", LIMITS).init(properties("WECHAT", webhook)))
                .withMessageContaining(message)
                .satisfies(refused -> {
                    assertThat(refused.getMessage()).doesNotContain("693axxx6");
                    assertThat(refused).hasNoCause();
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "connectTimeoutMilliseconds | 0      | dingtalk.connectTimeoutMilliseconds is '0': it is not between 1"
                        + " and 300000. Write milliseconds, or leave it out for 3000",
                "connectTimeout             | -5     | dingtalk.connectTimeout is '-5': it is not between",
                "readTimeoutMilliseconds    | 5s     | dingtalk.readTimeoutMilliseconds is '5s': it is not a whole"
                        + " number",
                "readTimeout                | 300001 | dingtalk.readTimeout is '300001': it is not between",
            })
    void a_wrong_timeout_is_refused(String name, String value, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> started("DINGTALK", name, value))
                .withMessageContaining(message);
    }

    @Test
    void both_spellings_of_a_timeout_may_be_there_only_with_the_same_value() {
        started("WECHAT", "readTimeout", "100", "readTimeoutMilliseconds", "100");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> started("WECHAT", "readTimeout", "100", "readTimeoutMilliseconds", "200"))
                .withMessage("The property wechat.readTimeoutMilliseconds is '200':"
                        + " wechat.readTimeout is '100' at the same time. Keep one.");
    }

    @Test
    void a_keyword_is_one_short_line() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> started("DINGTALK", "keyword", "a\nb"))
                .withMessageContaining("dingtalk.keyword is 'a b': line breaks");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> started("DINGTALK", "keyword", "k".repeat(201)))
                .withMessageContaining("longer than 200 characters");
    }

    @Test
    void a_handler_serves_one_job_and_only_after_its_properties() {
        JobErrorHandler handler = handler("WECHAT", LIMITS);
        assertThat(handler).hasToString("WECHAT notifier (not initialised)");
        handler.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> handler.handleException("job", new IllegalStateException()))
                .withMessageContaining("Call init first");
        handler.init(properties("WECHAT", "https://host/"));
        assertThatIllegalStateException()
                .isThrownBy(() -> handler.init(properties("WECHAT", "https://host/")))
                .withMessageContaining("Make one for each job");
    }
}
