package dev.elasticjob.console.net;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A host and a port in their usual notation; {@code [::1]:2181} for IPv6. */
public record HostAndPort(String host, int port) {

    static final String HOST = "[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]+]";

    private static final Pattern FORM = Pattern.compile("(" + HOST + ")(?::(\\d{1,5}))?");
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(?:\\.\\d{1,3}){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    /** Parses a comma-separated list. */
    public static List<HostAndPort> parseList(String what, String text, int defaultPort) {
        List<HostAndPort> result = new ArrayList<>();
        for (String each : text.split(",", -1)) {
            Matcher matcher = FORM.matcher(each.trim());
            if (!matcher.matches()) {
                throw new IllegalArgumentException(what + ": '" + each + "' is no address; write host:port, with commas"
                        + " between several, such as host1:" + defaultPort + ",host2:" + defaultPort);
            }
            String host = matcher.group(1).replaceAll("[\\[\\]]", "");
            result.add(
                    new HostAndPort(host, matcher.group(2) == null ? defaultPort : Integer.parseInt(matcher.group(2))));
        }
        return result;
    }

    /** Returns whether the host is a literal address, which needs no name resolution. */
    public static boolean isLiteral(String host) {
        return IPV4.matcher(host).matches() || IPV6.matcher(host).matches();
    }

    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
