package dev.elasticjob.identity;

import dev.elasticjob.spi.JobInstance;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parts of an instance id, {@code address@-@pid-incarnation}. Address and pid alone are shared by containers that
 * were started alike, and by an instance and the one that rejoins in its place; the incarnation tells them apart. Ids
 * of ElasticJob 3.0.x end with the pid.
 *
 * @param incarnation random and new at every join; empty in the id of another engine
 */
public record InstanceIdentity(String address, long pid, String incarnation) {

    private static final String SEPARATOR = "@-@";

    private static final Pattern ID = Pattern.compile("(.+)@-@([0-9]{1,18})(?:-([0-9a-z]+))?");

    /** 13 digits of 5 bits hold 64 bits. */
    private static final int DIGITS = 13;

    private static final int RADIX = 32;

    private static final SecureRandom RANDOM = new SecureRandom();

    public InstanceIdentity {
        Objects.requireNonNull(address);
        Objects.requireNonNull(incarnation);
    }

    /** A new identity for this process; ask for one at every join. */
    public static InstanceIdentity fresh(String address) {
        return new InstanceIdentity(address, ProcessHandle.current().pid(), incarnationOf(RANDOM.nextLong()));
    }

    static String incarnationOf(long random) {
        String digits = Long.toUnsignedString(random, RADIX);
        return "0".repeat(DIGITS - digits.length()) + digits;
    }

    /** The parts of an id of this or another engine; empty when it is none. */
    public static Optional<InstanceIdentity> parse(String id) {
        Matcher parts = ID.matcher(id);
        if (!parts.matches() || parts.group(1).contains(SEPARATOR)) {
            return Optional.empty();
        }
        String incarnation = parts.group(3) == null ? "" : parts.group(3);
        return Optional.of(new InstanceIdentity(parts.group(1), Long.parseLong(parts.group(2)), incarnation));
    }

    /** Whether this engine made the id; an instance of ElasticJob 3.0.x has no incarnation. */
    public boolean isOurs() {
        return !incarnation.isEmpty();
    }

    public String id() {
        return address + SEPARATOR + pid + (isOurs() ? "-" + incarnation : "");
    }

    public JobInstance toJobInstance() {
        return new JobInstance(id(), address);
    }

    @Override
    public String toString() {
        return id();
    }
}
