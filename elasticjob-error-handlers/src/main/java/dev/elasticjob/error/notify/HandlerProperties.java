package dev.elasticjob.error.notify;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;

/** Reads and validates the properties of a handler. Exceptions for invalid properties contain the name, the value and the remedy. */
final class HandlerProperties {

    private static final int LONGEST_TIMEOUT_MILLISECONDS = 300_000;

    private static final int SHOWN_CHARS = 200;

    private final Properties props;

    HandlerProperties(Properties props) {
        this.props = props;
    }

    /** Returns the value without surrounding blanks; empty if the value is blank. */
    Optional<String> text(String key) {
        Optional<String> value = raw(key).map(String::strip).filter(each -> !each.isEmpty());
        if (value.filter(Texts::hasControlCharacter).isPresent()) {
            throw wrong(key, value.get(), "line breaks and control characters are not allowed", "Remove them");
        }
        return value;
    }

    String requiredText(String key, String remedy) {
        return text(key).orElseThrow(() -> missing(key, remedy));
    }

    /** Returns the value with each run of white space replaced by a blank, for lists that span several lines in a file. */
    Optional<String> wrappedText(String key) {
        return raw(key).map(each -> each.replaceAll("\\s+", " ").strip()).filter(each -> !each.isEmpty());
    }

    /** Returns the value unchanged. */
    Optional<Secret> secret(String key) {
        return raw(key).filter(each -> !each.isBlank()).map(Secret::new);
    }

    Secret requiredSecret(String key, String remedy) {
        return secret(key).orElseThrow(() -> missing(key, remedy));
    }

    boolean flag(String key, String defaultValue) {
        String value = text(key).orElse(defaultValue);
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw wrong(
                        key,
                        value,
                        "it is neither true nor false",
                        "Write true or false, or leave it out for " + defaultValue);
        };
    }

    int requiredPort(String key) {
        String remedy = "Write the port of the server, such as 465";
        return number(key, requiredText(key, remedy), 65_535, remedy);
    }

    /** Returns a timeout; the property name is accepted with or without its unit. */
    Duration timeout(String key, String defaultMilliseconds) {
        String withoutUnit = key.substring(0, key.length() - "Milliseconds".length());
        Optional<String> first = text(key);
        Optional<String> second = text(withoutUnit);
        if (first.isPresent() && second.isPresent() && !first.equals(second)) {
            throw wrong(key, first.get(), withoutUnit + " is '" + second.get() + "' at the same time", "Keep one");
        }
        String used = first.isEmpty() && second.isPresent() ? withoutUnit : key;
        int milliseconds = number(
                used,
                first.or(() -> second).orElse(defaultMilliseconds),
                LONGEST_TIMEOUT_MILLISECONDS,
                "Write milliseconds, or leave it out for " + defaultMilliseconds);
        return Duration.ofMillis(milliseconds);
    }

    private int number(String key, String value, int max, String remedy) {
        try {
            int number = Integer.parseInt(value);
            if (number >= 1 && number <= max) {
                return number;
            }
        } catch (NumberFormatException noNumber) {
            throw wrong(key, value, "it is not a whole number", remedy);
        }
        throw wrong(key, value, "it is not between 1 and " + max, remedy);
    }

    /** Returns the value as a string; accepts numbers and converts them. */
    private Optional<String> raw(String key) {
        return Optional.ofNullable(props.getProperty(key))
                .or(() -> Optional.ofNullable(props.get(key)).map(String::valueOf));
    }

    static IllegalArgumentException missing(String key, String remedy) {
        return new IllegalArgumentException("The property " + key + " is missing. " + remedy + ".");
    }

    static IllegalArgumentException wrong(String key, String shownValue, String reason, String remedy) {
        return new IllegalArgumentException("The property " + key + " is '" + Texts.oneLine(shownValue, SHOWN_CHARS)
                + "': " + reason + ". " + remedy + ".");
    }
}
