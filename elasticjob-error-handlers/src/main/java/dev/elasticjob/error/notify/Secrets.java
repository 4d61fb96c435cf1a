package dev.elasticjob.error.notify;

import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The texts of a handler that must not reach the log. Everything the handler logs goes through it. */
final class Secrets {

    static final String MASK = "******";

    /** Signatures and tokens in an address, whoever made it. */
    private static final Pattern PARAMETER =
            Pattern.compile("(?i)\\b(access_token|token|sign|secret|password)=[^&\\s\"']+");

    private final List<String> secrets;

    /** The longest first: an address is hidden as a whole before its token is looked for. */
    Secrets(Stream<String> secrets) {
        this.secrets = secrets.filter(each -> !each.isEmpty())
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    String hide(String text) {
        String result = text;
        for (String secret : secrets) {
            result = result.replace(secret, MASK);
        }
        return PARAMETER.matcher(result).replaceAll("$1=" + MASK);
    }

    @Override
    public String toString() {
        return MASK;
    }
}
