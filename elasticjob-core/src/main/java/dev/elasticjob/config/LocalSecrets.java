package dev.elasticjob.config;

import dev.elasticjob.api.JobConfiguration;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Keeps secrets out of the registry, and prevents the registry from determining where they are sent.
 *
 * <p>A property that {@link ConfigurationSecrets} would mask is not written to the registry; each process uses the value of its code.
 * If a secret comes from the code, the properties of the same group that determine where and how it is sent come from the code too:
 * {@code email.host}, {@code email.port} and {@code email.useSsl} with {@code email.password}. A different value in the registry is not
 * used and is reported. If the registry contains the secret itself, the values of the registry are used, because no secret of the code is
 * sent.
 */
public final class LocalSecrets {

    /** Words in the names of properties that determine where something is sent, or how it is protected. */
    private static final Set<String> DESTINATION_WORDS = Set.of(
            "host",
            "hostname",
            "hosts",
            "port",
            "url",
            "uri",
            "address",
            "addresses",
            "server",
            "servers",
            "endpoint",
            "webhook",
            "domain",
            "ssl",
            "tls",
            "trust",
            "proxy",
            "protocol",
            "scheme",
            "method",
            "user",
            "username",
            "debug");

    private static final Pattern WORD_BOUNDARY = Pattern.compile("[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])");

    private LocalSecrets() {}

    /** Returns the names of secret properties in alphabetical order. */
    public static Set<String> namesIn(Properties props) {
        Set<String> names = new TreeSet<>();
        for (String name : props.stringPropertyNames()) {
            String value = props.getProperty(name);
            if (!ConfigurationSecrets.mask(name, value).equals(value)) {
                names.add(name);
            }
        }
        return names;
    }

    /** Returns the configuration without secrets, which can be written to the registry. */
    public static JobConfiguration without(JobConfiguration configuration) {
        JobConfiguration result = configuration.toBuilder().buildUnchecked();
        namesIn(configuration.getProps()).forEach(result.getProps()::remove);
        return result;
    }

    /**
     * Returns a configuration that was read from the registry, with the secrets of this process and their destinations as configured in
     * this process.
     *
     * @param local properties as configured in this process
     * @param warnings receives a message when values of the registry are not used
     */
    public static JobConfiguration with(JobConfiguration configuration, Properties local, Consumer<String> warnings) {
        JobConfiguration result = configuration.toBuilder().buildUnchecked();
        Properties props = result.getProps();
        Set<String> fromCode = namesIn(local);
        fromCode.removeIf(name -> props.getProperty(name) != null);
        fromCode.forEach(name -> props.setProperty(name, local.getProperty(name)));
        Set<String> groups = new TreeSet<>();
        fromCode.forEach(name -> groups.add(group(name)));
        Set<String> rejected = new TreeSet<>();
        for (String name : local.stringPropertyNames()) {
            if (groups.contains(group(name)) && isDestination(name)) {
                props.putIfAbsent(name, local.getProperty(name));
            }
        }
        for (String name : props.stringPropertyNames()) {
            if (groups.contains(group(name)) && isDestination(name)) {
                replace(props, name, local.getProperty(name), rejected);
            }
        }
        if (!rejected.isEmpty()) {
            warnings.accept("Job '" + configuration.getJobName() + "': ignored " + rejected + ", because " + fromCode
                    + " come from the code and would be sent there."
                    + " To change them, change the code, or remove the secrets from it");
        }
        return result;
    }

    private static void replace(Properties props, String name, String inCode, Set<String> rejected) {
        if (Objects.equals(props.getProperty(name), inCode)) {
            return;
        }
        rejected.add(name);
        if (inCode == null) {
            props.remove(name);
        } else {
            props.setProperty(name, inCode);
        }
    }

    /** Returns the part of a name up to the first dot; the properties of a plug-in share it. */
    private static String group(String name) {
        int dot = name.indexOf('.');
        return dot < 0 ? "" : name.substring(0, dot).toLowerCase(Locale.ROOT);
    }

    private static boolean isDestination(String name) {
        for (String word : WORD_BOUNDARY.split(name)) {
            if (DESTINATION_WORDS.contains(word.toLowerCase(Locale.ROOT))) {
                return true;
            }
        }
        return false;
    }
}
