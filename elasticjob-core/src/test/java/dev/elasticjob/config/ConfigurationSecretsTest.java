package dev.elasticjob.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationSecretsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "email.password",
                "dingtalk.secret",
                "dingtalk.webhook",
                "wechat.webhook",
                "password",
                "PASSWORD",
                "dbPassword",
                "dbpassword",
                "authtoken",
                "db_passwd",
                "db-pwd",
                "http.authorization",
                "accessToken",
                "access_token",
                "api-key",
                "apiKey",
                "oauth.client-secret",
                "aws.secretKey",
                "credentials.file"
            })
    void a_key_that_names_a_secret_is_one(String key) {
        assertThat(ConfigurationSecrets.isSecret(key)).isTrue();
        assertThat(ConfigurationSecrets.mask(key, "value")).isEqualTo("******");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dingtalk.keyword",
                "email.username",
                "email.host",
                "http.uri",
                "key",
                "streaming.process",
                "script.command.line",
                "tokenizer",
                "http.connect.timeout.milliseconds",
                ""
            })
    void other_keys_are_not(String key) {
        assertThat(ConfigurationSecrets.isSecret(key)).isFalse();
        assertThat(ConfigurationSecrets.mask(key, "value")).isEqualTo("value");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://user:hunter2@example.com/x",
                "https://example.com/x?a=b&access_token=hunter2",
                "jdbc:mysql://host/db?password=hunter2",
                "run.sh --password hunter2",
                "run.sh --token=hunter2",
                "{\"password\": \"hunter2\"}"
            })
    void a_value_that_carries_a_secret_is_masked_under_any_key(String value) {
        assertThat(ConfigurationSecrets.mask("http.uri", value)).isEqualTo("******");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://example.com:8080/a@b", "Sends password reminders", "0=A,1=B", "user@example.com"})
    void a_value_that_carries_none_is_shown(String value) {
        assertThat(ConfigurationSecrets.mask("any", value)).isEqualTo(value);
    }

    @Test
    void properties_are_shown_in_order_with_secrets_masked_and_empty_ones_seen_to_be_empty() {
        Properties props = new Properties();
        props.setProperty("email.password", "hunter2");
        props.setProperty("email.host", "mail");
        props.setProperty("dingtalk.secret", "");
        assertThat(ConfigurationSecrets.mask(props))
                .containsExactly(
                        entry("dingtalk.secret", ""), entry("email.host", "mail"), entry("email.password", "******"));
        assertThat(props).containsEntry("email.password", "hunter2");
    }

    @Test
    void a_nodes_text_is_shown_without_its_secrets_at_any_depth() {
        String text = GoldenCases.resource("tracing-by-3.0.4.yaml") + "props:\n  wechat.webhook: https://hook\n  a: b\n"
                + "credentials: {user: operator}\n";
        assertThat(ConfigurationSecrets.maskNode("/job/config", text))
                .doesNotContain("example\n", "hook\n", "operator")
                .contains("      password: '******'\n", "  wechat.webhook: '******'\n", "  a: b\n", "username: root");
    }

    @Test
    void a_node_that_cannot_be_understood_is_not_shown_at_all() {
        assertThat(ConfigurationSecrets.maskNode("/job/config", "password: [hunter2"))
                .isEqualTo("******");
    }

    @Test
    void a_key_that_contains_a_secret_is_masked_itself() {
        String text = "props: {'\"email.password\":\"hidden-value\"': '', password=hidden-value: 1}\n";

        assertThat(ConfigurationSecrets.maskNode("/job/config", text)).doesNotContain("hidden-value");
    }

    @Test
    void a_key_or_a_value_in_base64_hides_no_secret() {
        String text = "props:\n  !!binary ZW1haWwucGFzc3dvcmQ=: hidden-value\n"
                + "  data: !!binary dG9rZW49aGlkZGVuLXZhbHVl\n  ? [a, password]\n  : hidden-value\n";

        assertThat(ConfigurationSecrets.maskNode("/job/config", text))
                .doesNotContain("hidden-value")
                .doesNotContain("dG9rZW49aGlkZGVuLXZhbHVl");
        assertThat(ConfigurationSecrets.inNode("/job/config", text)).containsKey("props.email.password");
    }
}
