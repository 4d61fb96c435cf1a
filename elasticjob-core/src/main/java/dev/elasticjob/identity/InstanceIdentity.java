package dev.elasticjob.identity;

import dev.elasticjob.spi.JobInstance;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parts of an instance id, {@code address@-@pid-incarnation}. Containers that were started alike have the same address and pid, and so do
 * an instance and its successor after a rejoin; the incarnation distinguishes them. Ids of ElasticJob 3.0.x end with the pid.
 *
 * @param incarnation random value that is new at every join; empty in the id of another engine
 */
public record InstanceIdentity(String address, long pid, String incarnation) {

    private static final String SEPARATOR = "@-@";

    private static final Pattern ID = Pattern.compile("(.+)@-@([0-9]{1,18})(?:-([0-9a-z]+))?");

    /** 13 digits of 5 bits represent 64 bits. */
    private static final int DIGITS = 13;

    private static final int RADIX = 32;

    private static final SecureRandom RANDOM = new SecureRandom();

    public InstanceIdentity {
        Objects.requireNonNull(address);
        Objects.requireNonNull(incarnation);
    }

    /** Returns a new identity for this process; every join uses a new one. */
    public static InstanceIdentity fresh(String address) {
        return new InstanceIdentity(address, ProcessHandle.current().pid(), incarnationOf(RANDOM.nextLong()));
    }

    static String incarnationOf(long random) {
        String digits = Long.toUnsignedString(random, RADIX);
        return "0".repeat(DIGITS - digits.length()) + digits;
    }

    /** Returns the parts of an id of this or another engine; empty if the text is not an instance id. */
    public static Optional<InstanceIdentity> parse(String id) {
        Matcher parts = ID.matcher(id);
        if (!parts.matches() || parts.group(1).contains(SEPARATOR)) {
            return Optional.empty();
        }
        String incarnation = parts.group(3) == null ? "" : parts.group(3);
        return Optional.of(new InstanceIdentity(parts.group(1), Long.parseLong(parts.group(2)), incarnation));
    }

    /** Returns whether this engine created the id. Ids of ElasticJob 3.0.x have no incarnation. */
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
