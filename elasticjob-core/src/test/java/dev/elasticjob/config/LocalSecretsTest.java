package dev.elasticjob.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class LocalSecretsTest {

    private static final JobConfiguration IN_CODE = JobConfiguration.newBuilder("mail", 1)
            .setProperty("email.host", "mail.example.org")
            .setProperty("email.password", "abc123")
            .setProperty("http.uri", "https://me:abc123@example.org/")
            .build();

    private final List<String> warnings = new ArrayList<>();

    private JobConfiguration with(JobConfiguration stored, Properties code) {
        return LocalSecrets.with(stored, code, warnings::add);
    }

    @Test
    void the_written_configuration_has_no_secrets() {
        assertThat(LocalSecrets.namesIn(IN_CODE.getProps())).containsExactly("email.password", "http.uri");
        assertThat(JobConfigurationCodec.encode(LocalSecrets.without(IN_CODE)))
                .contains("email.host: mail.example.org")
                .doesNotContain("abc123")
                .doesNotContain("email.password");
        assertThat(IN_CODE.getProps()).hasSize(3);
    }

    @Test
    void a_configuration_that_is_read_receives_the_secrets_of_this_process() {
        JobConfiguration read = with(LocalSecrets.without(IN_CODE), IN_CODE.getProps());

        assertThat(read.getProps()).isEqualTo(IN_CODE.getProps());
    }

    private static JobConfiguration stored(String... props) {
        JobConfiguration.Builder builder = JobConfiguration.newBuilder("mail", 1);
        for (int i = 0; i < props.length; i += 2) {
            builder.setProperty(props[i], props[i + 1]);
        }
        return builder.buildUnchecked();
    }

    @Test
    void the_registry_does_not_decide_where_a_password_of_the_code_is_sent() {
        Properties code = stored(
                        "email.host", "mail.example.org",
                        "email.port", "465",
                        "email.password", "abc123",
                        "email.to", "team@example.org")
                .getProps();
        JobConfiguration read = with(
                stored(
                        "email.host", "evil.example.com",
                        "email.port", "25",
                        "email.useSsl", "false",
                        "email.ssl.trust", "*",
                        "email.to", "others@example.org"),
                code);

        assertThat(read.getProps())
                .containsEntry("email.host", "mail.example.org")
                .containsEntry("email.port", "465")
                .containsEntry("email.password", "abc123")
                .containsEntry("email.to", "others@example.org")
                .doesNotContainKeys("email.useSsl", "email.ssl.trust");
        assertThat(warnings)
                .singleElement()
                .asString()
                .contains("'mail'", "[email.host, email.port, email.ssl.trust, email.useSsl]", "[email.password]")
                .doesNotContain("abc123");
    }

    @Test
    void the_registry_does_not_receive_signatures_made_with_a_secret_of_the_code() {
        Properties code = stored(
                        "dingtalk.webhook", "https://oapi.dingtalk.com/robot/send?access_token=abc",
                        "dingtalk.secret", "abc123")
                .getProps();

        assertThat(with(stored("dingtalk.webhook", "http://evil.example.com/"), code)
                        .getProps())
                .containsEntry("dingtalk.webhook", "https://oapi.dingtalk.com/robot/send?access_token=abc")
                .containsEntry("dingtalk.secret", "abc123");
    }

    @Test
    void the_registry_does_not_decide_where_an_http_job_sends_a_secret_of_the_code() {
        Properties code = stored("http.uri", "https://example.org/", "http.data", "token=abc123")
                .getProps();

        assertThat(with(stored("http.uri", "http://evil.example.com/"), code).getProps())
                .containsEntry("http.uri", "https://example.org/")
                .containsEntry("http.data", "token=abc123");
    }

    @Test
    void without_a_secret_of_the_code_the_registry_decides() {
        Properties code = stored("email.host", "mail.example.org").getProps();

        assertThat(with(stored("email.host", "other.example.org"), code).getProps())
                .containsEntry("email.host", "other.example.org");
        assertThat(warnings).isEmpty();
    }

    @Test
    void a_secret_in_the_registry_is_used_with_the_destination_in_the_registry() {
        JobConfiguration stored = JobConfiguration.newBuilder("mail", 1)
                .setProperty("email.host", "other.example.org")
                .setProperty("email.password", "other")
                .build();

        assertThat(with(stored, IN_CODE.getProps()).getProps())
                .containsEntry("email.host", "other.example.org")
                .containsEntry("email.password", "other")
                .containsEntry("http.uri", "https://me:abc123@example.org/");
    }
}
