package dev.elasticjob.error.notify;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DingtalkSignatureTest {

    private static final long TIMESTAMP = 1577262236757L;

    /** The expected signatures were computed with Python's hmac module. */
    @ParameterizedTest
    @CsvSource({
        "SEC000secret, NiN6lTVXDmLsArxhpw6W%2BKd6jrPnJZZsL1s5Wh032yU%3D",
        "'SEC密钥/+ ', WxR9xZOMQlYK4cwCmY%2Bs4Rpy5FIOdstdOrtcCKh0HSI%3D"
    })
    void the_signature_is_what_another_implementation_computes(String secret, String signature) {
        assertThat(new DingtalkSignature(new Secret(secret)).query(TIMESTAMP))
                .isEqualTo("timestamp=" + TIMESTAMP + "&sign=" + signature);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s",
                "SEC0123456789abcdef",
                "a secret that is longer than the block of sixty-four bytes of SHA-256 ..."
            })
    void the_signature_is_the_hmac_of_time_and_secret(String secret) throws NoSuchAlgorithmException {
        for (long time = TIMESTAMP; time < TIMESTAMP + 50; time++) {
            String query = new DingtalkSignature(new Secret(secret)).query(time);
            String sign = URLDecoder.decode(query.substring(query.indexOf("sign=") + 5), StandardCharsets.UTF_8);
            assertThat(Base64.getDecoder().decode(sign)).isEqualTo(hmac(secret, time + "\n" + secret));
        }
    }

    /** Computes an HMAC according to RFC 2104 from the plain digest. */
    private static byte[] hmac(String secret, String text) throws NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        byte[] key = secret.getBytes(StandardCharsets.UTF_8);
        byte[] inner = Arrays.copyOf(key.length > 64 ? digest.digest(key) : key, 64);
        byte[] outer = inner.clone();
        for (int i = 0; i < 64; i++) {
            inner[i] ^= 0x36;
            outer[i] ^= 0x5c;
        }
        digest.update(inner);
        byte[] innerHash = digest.digest(text.getBytes(StandardCharsets.UTF_8));
        digest.update(outer);
        return digest.digest(innerHash);
    }

    @Test
    void it_is_added_to_an_address_with_and_without_a_query() {
        assertThat(new Webhook(URI.create("https://h/p?access_token=x#f")).with("a=b"))
                .hasToString("https://h/p?access_token=x&a=b");
        assertThat(new Webhook(URI.create("https://h/p")).with("a=b")).hasToString("https://h/p?a=b");
    }
}
