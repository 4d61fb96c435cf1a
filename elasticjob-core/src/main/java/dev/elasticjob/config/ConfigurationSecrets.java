package dev.elasticjob.config;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.NodeTuple;

/** Identifies secret settings and masks them. */
public final class ConfigurationSecrets {

    /** Replacement for secrets; always of the same length. */
    public static final String MASK = "******";

    private static final Set<String> SECRET_WORDS = Set.of(
            "password",
            "passwd",
            "passphrase",
            "pwd",
            "secret",
            "secrets",
            "token",
            "tokens",
            "webhook",
            "credential",
            "credentials",
            "authorization",
            "cookie");

    /**
     * Endings that consist of several words, which may be written as one, such as {@code api-key} or {@code dbpassword}; not {@code key}
     * alone.
     */
    private static final Set<String> SECRET_ENDINGS = Set.of(
            "apikey",
            "accesskey",
            "privatekey",
            "secretkey",
            "signkey",
            "password",
            "passwd",
            "passphrase",
            "secret",
            "token",
            "webhook",
            "credentials");

    private static final Pattern WORD_BOUNDARY = Pattern.compile("[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])");

    /** Secrets within values: {@code https://user:password@host}, {@code ?token=…}, {@code "password": "…"}, {@code --password …}. */
    private static final Pattern SECRET_IN_VALUE = Pattern.compile(
            "://[^/\\s:@]*:[^/\\s@]+@"
                    + "|(?:password|passwd|pwd|secret|token|(?:access|api|private)[-_]?key)"
                    + "[\"']?\\s*[=:]\\s*[\"']?[^\\s\"'&]"
                    + "|--?(?:password|passwd|pwd|secret|token)\\s+\\S",
            Pattern.CASE_INSENSITIVE);

    private ConfigurationSecrets() {}

    /** Returns whether the value of this key, such as {@code email.password}, must not be displayed. */
    public static boolean isSecret(String key) {
        String[] words = WORD_BOUNDARY.split(key);
        for (String word : words) {
            if (SECRET_WORDS.contains(word.toLowerCase(Locale.ROOT))) {
                return true;
            }
        }
        String letters = String.join("", words).toLowerCase(Locale.ROOT);
        return SECRET_ENDINGS.stream().anyMatch(letters::endsWith);
    }

    /** Returns the value for display: masked if its key marks it as secret, or if it contains a password. */
    public static String mask(String key, String value) {
        boolean secret = isSecret(key) || SECRET_IN_VALUE.matcher(value).find();
        return secret && !value.isEmpty() ? MASK : value;
    }

    /** Returns the properties for display, in alphabetical order. */
    public static SortedMap<String, String> mask(Properties props) {
        SortedMap<String, String> result = new TreeMap<>();
        props.stringPropertyNames().forEach(key -> result.put(key, mask(key, props.getProperty(key))));
        return Collections.unmodifiableSortedMap(result);
    }

    /** Returns the text of a {@code config} node for display; completely masked if the text is invalid. */
    public static String maskNode(String nodePath, String text) {
        try {
            List<NodeTuple> masked = SecretNodes.masked(SafeYaml.read(nodePath, LegacyJson.asYaml(text)))
                    .getValue();
            return SafeYaml.write(masked);
        } catch (ConfigurationFormatException unreadable) {
            return MASK;
        }
    }

    /**
     * Returns the values that {@link #maskNode} masks, by their position in the text, such as {@code props.email.password}.
     *
     * @throws ConfigurationFormatException if the text is invalid
     */
    public static SortedMap<String, String> inNode(String nodePath, String text) {
        SortedMap<String, String> found = new TreeMap<>();
        SecretNodes.collect("", SafeYaml.read(nodePath, LegacyJson.asYaml(text)), found);
        return found;
    }
}
