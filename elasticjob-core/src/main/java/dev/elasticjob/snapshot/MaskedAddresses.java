package dev.elasticjob.snapshot;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Replaces each address with {@code ip1}, {@code ip2}, …: the same address always gets the same replacement, so that it can be traced. */
final class MaskedAddresses {

    /** Candidates for addresses of IPv6, optionally with a zone, or of IPv4. */
    private static final Pattern CANDIDATE =
            Pattern.compile("(?<![\\w:.])[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f.]*){2,8}(?:%\\w+)?"
                    + "|(?<![\\d.])\\d{1,3}(?:\\.\\d{1,3}){3}(?!\\d|\\.\\d)");

    private static final Pattern VERSION_4 = Pattern.compile("\\d{1,3}(?:\\.\\d{1,3}){3}");

    private final Map<String, String> names = new HashMap<>();

    String mask(String text) {
        return CANDIDATE.matcher(text).replaceAll(this::replacement);
    }

    private String replacement(MatchResult found) {
        String text = found.group();
        // A full stop or a colon after an address belongs to the surrounding text.
        int end = text.length();
        while (end > 0 && (text.charAt(end - 1) == '.' || text.charAt(end - 1) == ':' && !text.endsWith("::"))) {
            end--;
        }
        String address = text.substring(0, end);
        return isAddress(address) ? name(address) + text.substring(end) : Matcher.quoteReplacement(text);
    }

    private String name(String address) {
        int zone = address.indexOf('%');
        String known = zone < 0 ? address : address.substring(0, zone);
        return names.computeIfAbsent(known.toLowerCase(Locale.ROOT), unused -> "ip" + (names.size() + 1));
    }

    private static boolean isAddress(String text) {
        if (text.contains(":")) {
            return text.chars().anyMatch(c -> Character.digit(c, 16) >= 0) && isVersion6(text);
        }
        return VERSION_4.matcher(text).matches()
                && Arrays.stream(text.split("\\.")).allMatch(part -> Integer.parseInt(part) <= 255);
    }

    /** Returns whether the text is an IPv6 address. A text with colons is never resolved as a host name. */
    private static boolean isVersion6(String text) {
        try {
            int zone = text.indexOf('%');
            InetAddress.getByName(zone < 0 ? text : text.substring(0, zone));
            return true;
        } catch (UnknownHostException none) {
            return false;
        }
    }
}
