package dev.elasticjob.error.notify;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs requests for DingTalk robots that have a secret: HmacSHA256 of the time in milliseconds, a line break and the secret, keyed with
 * the secret and encoded in Base64.
 */
record DingtalkSignature(Secret secret) {

    private static final String ALGORITHM = "HmacSHA256";

    /** Returns the parameters to append to the query of the URL. */
    String query(long epochMilliseconds) {
        return "timestamp=" + epochMilliseconds + "&sign="
                + URLEncoder.encode(sign(epochMilliseconds), StandardCharsets.UTF_8);
    }

    private String sign(long epochMilliseconds) {
        byte[] key = secret.text().getBytes(StandardCharsets.UTF_8);
        String text = epochMilliseconds + "\n" + secret.text();
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException unavailable) {
            throw new IllegalStateException("This JVM lacks " + ALGORITHM + ", which every JVM must have", unavailable);
        }
    }
}
