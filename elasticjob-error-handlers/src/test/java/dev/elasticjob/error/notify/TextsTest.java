package dev.elasticjob.error.notify;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TextsTest {

    @Test
    void a_text_is_cut_between_characters_and_never_longer_than_allowed() {
        String text = "a北😀é".repeat(100);
        for (int max = 20; max <= 1001; max++) {
            String cut = Texts.limitBytes(text, max);
            assertThat(cut.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(max);
            assertThat(cut).doesNotContain("\ufffd");
            if (max < 1000) {
                assertThat(cut).endsWith("\n... (cut)");
                assertThat(text).startsWith(cut.substring(0, cut.length() - 10));
            } else {
                assertThat(cut).isEqualTo(text);
            }
        }
    }

    @Test
    void a_line_has_no_control_characters_and_is_cut_between_characters() {
        assertThat(Texts.oneLine("a\u0000b\r\nc\u0085d\u2029", 100)).isEqualTo("a b  c d ");
        assertThat(Texts.oneLine("😀😀😀", 2)).isEqualTo("😀😀...");
        assertThat(Texts.oneLine("😀😀", 2)).isEqualTo("😀😀");
    }

    @Test
    void json_escapes_what_it_must_and_leaves_the_rest() {
        assertThat(RobotMessage.text("\"\\\n\r\t\u0001\u2028北😀\ud800/"))
                .isEqualTo("{\"msgtype\":\"text\",\"text\":{\"content\":"
                        + "\"\\\"\\\\\\n\\r\\t\\u0001\\u2028北😀\ufffd/\"}}");
    }

    @Test
    void secrets_are_hidden_in_every_form() {
        Webhook webhook =
                new Webhook(URI.create("https://host/hook/0123456789abcdef?v=1&access_token=t%2Bk&key=abc#fragment"));
        Secrets secrets = new Secrets(webhook.secrets());
        assertThat(secrets.hide("GET https://host/hook/0123456789abcdef?v=1&access_token=t%2Bk&key=abc&sign=xyz"))
                .isEqualTo("GET ******&sign=******");
        assertThat(secrets.hide("t+k or abc at host, path 0123456789abcdef, errcode 31, version 1"))
                .isEqualTo("****** or ****** at host, path ******, errcode 31, version 1");
        assertThat(webhook).hasToString("https://host/******");
        assertThat(secrets).hasToString("******");
        assertThat(new DingtalkSignature(new Secret("xyz")).toString()).doesNotContain("xyz");
    }
}
