package dev.elasticjob.console.security;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Pattern;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/** Hashes and compares passwords with bcrypt. */
public final class Passwords {

    private static final int STRENGTH = 12;
    private static final int RANDOM_BYTES = 18;
    private static final int SHORTEST = 10;

    /** bcrypt ignores all further bytes. */
    private static final int LONGEST_BYTES = 72;

    private static final String PREFIX = "{bcrypt}";
    private static final Pattern HASH = Pattern.compile("\\$2[aby]\\$\\d\\d\\$[./A-Za-z0-9]{53}");
    private static final BCryptPasswordEncoder ENCODER = new BCryptPasswordEncoder(STRENGTH);

    private Passwords() {}

    /** @throws IllegalArgumentException if the password is too short or too long */
    public static String hash(String password) {
        if (password.length() < SHORTEST || password.getBytes(StandardCharsets.UTF_8).length > LONGEST_BYTES) {
            throw new IllegalArgumentException("The password has " + password.length() + " characters; use at least "
                    + SHORTEST + ", and at most " + LONGEST_BYTES + " bytes");
        }
        return PREFIX + ENCODER.encode(password);
    }

    static boolean isHash(String text) {
        return HASH.matcher(withoutPrefix(text)).matches();
    }

    static boolean matches(String password, String hash) {
        boolean fits = password.getBytes(StandardCharsets.UTF_8).length <= LONGEST_BYTES;
        return ENCODER.matches(fits ? password : "", withoutPrefix(hash)) && fits;
    }

    static String random() {
        byte[] bytes = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String withoutPrefix(String hash) {
        return hash.startsWith(PREFIX) ? hash.substring(PREFIX.length()) : hash;
    }
}
