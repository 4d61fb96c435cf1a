package dev.elasticjob.error.notify;

import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Values of a handler that must not be logged. Everything that the handler logs is masked with them. */
final class Secrets {

    static final String MASK = "******";

    /** Signatures and tokens in URLs of any origin. */
    private static final Pattern PARAMETER =
            Pattern.compile("(?i)\\b(access_token|token|sign|secret|password)=[^&\\s\"']+");

    private final List<String> secrets;

    /** Sorts the longest values first, so that a URL is masked as a whole before its token. */
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
