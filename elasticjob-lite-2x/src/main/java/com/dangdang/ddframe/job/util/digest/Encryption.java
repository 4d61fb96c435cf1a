package com.dangdang.ddframe.job.util.digest;

import com.dangdang.ddframe.job.exception.JobSystemException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Digests of text. */
public final class Encryption {

    private static final int HEXADECIMAL = 16;

    private Encryption() {}

    /** Returns the MD5 digest as a hexadecimal number. Not suitable for passwords. */
    public static String md5(String str) {
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest(str.getBytes(StandardCharsets.UTF_8));
            return new BigInteger(1, digest).toString(HEXADECIMAL);
        } catch (NoSuchAlgorithmException missing) {
            throw new JobSystemException(missing);
        }
    }
}
