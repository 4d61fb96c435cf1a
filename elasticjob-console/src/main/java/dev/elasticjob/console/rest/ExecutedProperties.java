package dev.elasticjob.console.rest;

import dev.elasticjob.console.net.AddressPolicy;
import dev.elasticjob.console.net.HostAndPort;
import dev.elasticjob.console.problem.ProblemException;
import dev.elasticjob.console.security.Role;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.springframework.http.HttpStatus;

/**
 * Restricts changes of properties that make workers run commands or send data. Changing such a property is equivalent to
 * running code on every worker, so it requires the role ADMIN, and addresses in these properties are checked.
 */
final class ExecutedProperties {

    private static final List<String> PREFIXES = List.of("script.", "http.", "email.", "wechat.", "dingtalk.");
    private static final Set<String> ADDRESSES = Set.of("http.uri", "wechat.webhook", "dingtalk.webhook");
    private static final Set<String> METADATA_NAMES =
            Set.of("metadata", "metadata.google.internal", "instance-data", "metadata.azure.internal");

    private static final Pattern NUMBERS = Pattern.compile("(?:0x[0-9a-f]*|\\d+)(?:\\.(?:0x[0-9a-f]*|\\d+))*");
    private static final String OCTET = "(?:0|[1-9]\\d{0,2})";
    private static final Pattern IPV4 = Pattern.compile(OCTET + "(?:\\." + OCTET + "){3}");

    private ExecutedProperties() {}

    /**
     * @throws ProblemException if such a property changes and the role is not sufficient, or it contains a forbidden address
     */
    static void requireAllowed(String job, Properties before, Properties after, Role role) {
        Set<String> changed = new TreeSet<>(before.stringPropertyNames());
        changed.addAll(after.stringPropertyNames());
        changed.removeIf(key -> PREFIXES.stream().noneMatch(key.toLowerCase(Locale.ROOT)::startsWith)
                || Objects.equals(before.getProperty(key), after.getProperty(key)));
        if (!changed.isEmpty() && !role.includes(Role.ADMIN)) {
            throw new ProblemException(
                    HttpStatus.FORBIDDEN,
                    "executed-properties",
                    "Job '" + job + "': " + changed + " are executed by workers, so changing them needs the role "
                            + Role.ADMIN + ", and yours is " + role
                            + ". Leave them as they are, or ask an administrator");
        }
        changed.stream()
                .filter(key -> ADDRESSES.contains(key.toLowerCase(Locale.ROOT)))
                .filter(key -> after.getProperty(key) != null)
                .forEach(key -> requireWebAddress(job, key, after.getProperty(key)));
    }

    private static void requireWebAddress(String job, String key, String value) {
        URI uri;
        try {
            uri = URI.create(value);
        } catch (IllegalArgumentException wrong) {
            throw refused(job, key, "it is no address");
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https") || uri.getHost() == null) {
            throw refused(job, key, "it does not begin with http:// or https:// and a host");
        }
        String host = normalized(uri.getHost());
        if (isUnusualNumber(host)) {
            throw refused(job, key, "its host is a number in an unusual form; write an IPv4 address as four numbers");
        }
        if (METADATA_NAMES.contains(host) || HostAndPort.isLiteral(host) && AddressPolicy.isForbiddenLiteral(host)) {
            throw refused(job, key, "its host is link-local, multicast, reserved, unspecified or a cloud's own");
        }
    }

    /**
     * Removes brackets, the zone of an IPv6 address and the trailing dot of a fully qualified name, which do not change the
     * host.
     */
    private static String normalized(String host) {
        return host.toLowerCase(Locale.ROOT).replaceAll("[\\[\\]]|%.*", "").replaceAll("\\.+$", "");
    }

    /**
     * Returns whether resolvers may interpret the host as an address in an unusual notation, such as 2852039166, 0xa9fea9fe or
     * 169.254.43518.
     */
    private static boolean isUnusualNumber(String host) {
        return NUMBERS.matcher(host).matches() && !IPV4.matcher(host).matches();
    }

    private static IllegalArgumentException refused(String job, String key, String why) {
        return new IllegalArgumentException(
                "Job '" + job + "': property '" + key + "' is refused: " + why + ". Use another address");
    }
}
