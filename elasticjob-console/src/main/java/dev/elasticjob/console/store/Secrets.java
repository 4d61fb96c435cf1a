package dev.elasticjob.console.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Seals secrets for storage, with a key that is stored in a separate file. A secret sealed for one purpose cannot be opened for
 * another. An attacker who copies a sealed value to another entry of a file therefore cannot use it there.
 */
public final class Secrets {

    private static final String KEY_FILE = "secret.key";
    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final SecureRandom random = new SecureRandom();
    private final SecretKeySpec key;

    public Secrets(DataDirectory directory) {
        byte[] bytes = directory.read(KEY_FILE).orElseGet(() -> {
            byte[] fresh = new byte[KEY_BYTES];
            random.nextBytes(fresh);
            directory.write(KEY_FILE, fresh);
            return fresh;
        });
        if (bytes.length != KEY_BYTES) {
            throw new IllegalStateException("'" + directory.path(KEY_FILE) + "' is no key: it has " + bytes.length
                    + " bytes, not " + KEY_BYTES + ". Restore it, or delete it and enter the secrets again");
        }
        key = new SecretKeySpec(bytes, "AES");
    }

    /** @param purpose name of the entry to which the secret belongs */
    public String seal(String purpose, String secret) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            Cipher cipher = cipher(Cipher.ENCRYPT_MODE, purpose, nonce);
            byte[] sealed = cipher.doFinal(secret.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder()
                    .encodeToString(ByteBuffer.allocate(nonce.length + sealed.length)
                            .put(nonce)
                            .put(sealed)
                            .array());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** @throws IllegalStateException if the secret was not sealed with this key for this purpose */
    public String open(String purpose, String sealed) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(sealed));
            byte[] nonce = new byte[NONCE_BYTES];
            bytes.get(nonce);
            byte[] rest = new byte[bytes.remaining()];
            bytes.get(rest);
            return new String(cipher(Cipher.DECRYPT_MODE, purpose, nonce).doFinal(rest), StandardCharsets.UTF_8);
        } catch (GeneralSecurityException | RuntimeException unreadable) {
            throw new IllegalStateException(
                    "The secret of " + purpose + " cannot be opened with the key in " + KEY_FILE
                            + ". Restore the key that belongs to it, or enter the secret again",
                    unreadable);
        }
    }

    private Cipher cipher(int mode, String purpose, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(purpose.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}
