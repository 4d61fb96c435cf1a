package dev.elasticjob.type.http;

import static dev.elasticjob.api.HttpJobProperties.CONNECT_TIMEOUT_KEY;
import static dev.elasticjob.api.HttpJobProperties.CONTENT_TYPE_KEY;
import static dev.elasticjob.api.HttpJobProperties.DATA_KEY;
import static dev.elasticjob.api.HttpJobProperties.METHOD_KEY;
import static dev.elasticjob.api.HttpJobProperties.READ_TIMEOUT_KEY;
import static dev.elasticjob.api.HttpJobProperties.URI_KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.api.JobConfigurationException;
import dev.elasticjob.type.Contexts;
import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpSettingsTest {

    private static final String HOST = "http://host/run";

    private static HttpCall call(String... properties) {
        return HttpCall.of(Contexts.config(properties));
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertWrong(String setting, String... properties) {
        return assertThatThrownBy(() -> call(properties))
                .isInstanceOf(JobConfigurationException.class)
                .hasMessageStartingWith("Job 'report': " + setting + " is '")
                .hasNoCause();
    }

    @Test
    void the_defaults_are_the_documented_ones() {
        HttpCall call = call(URI_KEY, HOST);

        assertThat(call.method()).isEqualTo("GET");
        assertThat(call.data()).isEmpty();
        assertThat(call.contentType()).isEmpty();
        assertThat(call.connectTimeout()).isEqualTo(Duration.ofMillis(3000));
        assertThat(call.readTimeout()).isEqualTo(Duration.ofMillis(5000));
    }

    @Test
    void data_are_a_form_by_default() {
        assertThat(call(URI_KEY, HOST, METHOD_KEY, "post", DATA_KEY, "a=b").contentType())
                .contains("application/x-www-form-urlencoded");
        assertThat(call(URI_KEY, HOST, METHOD_KEY, "put", DATA_KEY, "{}", CONTENT_TYPE_KEY, " application/json ")
                        .contentType())
                .contains("application/json");
    }

    @Test
    void credentials_leave_the_address_and_become_a_header() {
        HttpTarget target = HttpTarget.of("report", "https://al%40ice:p%3Aw%C3%A9@host:8443/run?x=1#top");

        assertThat(target.uri()).isEqualTo(URI.create("https://host:8443/run?x=1"));
        assertThat(target.authorization())
                .contains("Basic " + Base64.getEncoder().encodeToString("al@ice:p:wé".getBytes()));
        assertThat(target.shown()).isEqualTo("https://host:8443/run?******");
    }

    @ParameterizedTest
    @CsvSource({
        "http://host/北京?城=市, http://host/%E5%8C%97%E4%BA%AC?%E5%9F%8E=%E5%B8%82",
        "http://host, http://host",
        "HTTP://Host:1/%2F?a=%26, HTTP://Host:1/%2F?a=%26",
        "http://[::1]:8080/, http://[::1]:8080/"
    })
    void an_address_is_sent_as_ascii_and_otherwise_as_written(String given, String sent) {
        assertThat(HttpTarget.of("report", given).uri()).isEqualTo(URI.create(sent));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "host/run",
                "//host/run",
                "ftp://host/run",
                "file:///etc/passwd",
                "jar:http://host/x",
                "http:///run",
                "http://my_host/run",
                "http://host:0/",
                "http://host:65536/",
                "http://host:x/",
                "http://host/a b",
                "http://host/\r\nX-Evil: 1",
                "http://host/%zz"
            })
    void what_is_no_http_address_is_refused(String uri) {
        assertWrong(URI_KEY, URI_KEY, uri).hasMessageContaining("Write it as http://host:port/path");
    }

    @Test
    void a_missing_address_is_refused() {
        assertWrong(URI_KEY).hasMessageContaining("it is missing");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://bob:hunter2@host/x",
                "http://bob:hunter2@my_host/x",
                "http://bob:hunter2@ho st/x",
                "http://bob:hunt er2@host/?hunter2",
                "http://host:0/?token=hunter2",
                "http://host/a b?token=hunter2",
                "mailto:hunter2@host"
            })
    void no_secret_is_repeated(String uri) {
        assertWrong(URI_KEY, URI_KEY, uri).hasMessageNotContaining("hunter2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TRACE", "CONNECT", "GET /x HTTP/1.1\r\nX: y", "FETCH"})
    void an_unknown_method_is_refused(String method) {
        assertWrong(METHOD_KEY, URI_KEY, HOST, METHOD_KEY, method)
                .hasMessageContaining("Choose one of [GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE]")
                .hasMessageNotContaining("\r");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1.5", "5s", "2147483648", " "})
    void a_timeout_that_is_no_number_of_milliseconds_is_refused(String value) {
        assertWrong(CONNECT_TIMEOUT_KEY, URI_KEY, HOST, CONNECT_TIMEOUT_KEY, value)
                .hasMessageContaining("'" + value + "'")
                .hasMessageContaining("leave it out for 3000");
        assertWrong(READ_TIMEOUT_KEY, URI_KEY, HOST, READ_TIMEOUT_KEY, value)
                .hasMessageContaining("leave it out for 5000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain\r\nX-Evil: 1", "text/plain\u0000", "文本"})
    void a_content_type_cannot_smuggle_headers(String value) {
        assertWrong(CONTENT_TYPE_KEY, URI_KEY, HOST, CONTENT_TYPE_KEY, value);
    }
}
