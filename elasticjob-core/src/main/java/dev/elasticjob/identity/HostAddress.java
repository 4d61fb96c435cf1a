package dev.elasticjob.identity;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/**
 * Selects the address under which operators know this host. Only addresses are examined: resolving the name of an address may wait for a
 * name server that is not available.
 *
 * <p>Without a preference the first address is selected in this order: IPv4 before IPv6, private before public before link-local
 * addresses, physical interfaces before tunnels and bridges, and the loopback address only if there is no other.
 */
public final class HostAddress {

    /** System property with the name of the network interface to use, such as {@code eno1}. */
    public static final String PREFERRED_INTERFACE = "elasticjob.preferred.network.interface";

    /** System property with the address to use, or a regular expression for the complete address, such as {@code 192.168.*}. */
    public static final String PREFERRED_IP = "elasticjob.preferred.network.ip";

    private static final Pattern IPV4 =
            Pattern.compile("(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\\.(?!$)|$)){4}");

    private static final Pattern LOOKS_LIKE_IPV6 = Pattern.compile("(?=.*:.*:)[0-9a-fA-F:.]+(?:%.+)?");

    private HostAddress() {}

    /**
     * Returns the address of this host, as used in the names of nodes.
     *
     * @throws IllegalStateException if a preference is malformed or no address matches it
     */
    public static String choose() {
        return choose(
                NetworkCard.ofThisHost(),
                System.getProperty(PREFERRED_INTERFACE, ""),
                System.getProperty(PREFERRED_IP, ""));
    }

    static String choose(List<NetworkCard> cards, String preferredInterface, String preferredIp) {
        String card = preferredInterface.strip();
        String ip = preferredIp.strip();
        Predicate<InetAddress> wanted = ip.isEmpty() ? any -> true : matcher(ip);
        Optional<String> chosen = cards.stream()
                .filter(NetworkCard::up)
                .filter(each -> card.isEmpty() || each.isNamed(card))
                .flatMap(each -> each.addresses().stream().map(address -> new Candidate(each, address)))
                .filter(each ->
                        !each.address().isAnyLocalAddress() && !each.address().isMulticastAddress())
                .filter(each -> wanted.test(each.address()))
                .min(Comparator.comparingInt(Candidate::rank))
                .map(each -> textOf(each.address()));
        if (chosen.isEmpty() && !(card.isEmpty() && ip.isEmpty())) {
            throw nothingMatches(cards, card, ip);
        }
        return chosen.orElseGet(() -> textOf(InetAddress.getLoopbackAddress()));
    }

    /**
     * Returns a predicate for the preferred address. A complete address is compared exactly, so that 10.0.0.1 does not match 10.0.0.10;
     * any other text is a regular expression.
     */
    private static Predicate<InetAddress> matcher(String preferred) {
        if (IPV4.matcher(preferred).matches()) {
            return address -> textOf(address).equals(preferred);
        }
        if (LOOKS_LIKE_IPV6.matcher(preferred).matches()) {
            Optional<InetAddress> literal = ipv6(preferred);
            if (literal.isPresent()) {
                String text = textOf(literal.get());
                return address -> textOf(address).equals(text);
            }
        }
        try {
            Pattern pattern = Pattern.compile(preferred, Pattern.CASE_INSENSITIVE);
            return address -> pattern.matcher(textOf(address)).matches();
        } catch (PatternSyntaxException malformed) {
            throw new IllegalStateException(
                    "The system property " + PREFERRED_IP + " is '" + preferred
                            + "', which is neither an address nor a regular expression: " + malformed.getDescription()
                            + " at position " + malformed.getIndex()
                            + ". Write an address such as 192.168.0.7 or a pattern such as 192\\.168\\..*",
                    malformed);
        }
    }

    private static Optional<InetAddress> ipv6(String literal) {
        int zone = literal.indexOf('%');
        try {
            // A text with a colon is never resolved by a name server.
            return Optional.of(InetAddress.getByName(zone < 0 ? literal : literal.substring(0, zone)));
        } catch (UnknownHostException noAddress) {
            return Optional.empty();
        }
    }

    /** Returns the text of an address without the zone ({@code %eth0}), which is valid on this host only. */
    private static String textOf(InetAddress address) {
        String text = address.getHostAddress();
        int zone = text.indexOf('%');
        return zone < 0 ? text : text.substring(0, zone);
    }

    private static IllegalStateException nothingMatches(List<NetworkCard> cards, String card, String ip) {
        String wanted = (card.isEmpty() ? "" : PREFERRED_INTERFACE + "=" + card)
                + (card.isEmpty() || ip.isEmpty() ? "" : " and ")
                + (ip.isEmpty() ? "" : PREFERRED_IP + "=" + ip);
        String present = cards.stream()
                .map(each -> each.name()
                        + (each.displayName().equals(each.name()) ? "" : " (" + each.displayName() + ")")
                        + (each.up() ? " " : " (down) ")
                        + each.addresses().stream().map(HostAddress::textOf).toList())
                .collect(Collectors.joining(", "));
        return new IllegalStateException("No address of this host matches the system property " + wanted
                + ". There are: " + (present.isEmpty() ? "none" : present)
                + ". Correct the property or remove it");
    }

    /** Address that may be selected; lower ranks are preferred. */
    private record Candidate(NetworkCard card, InetAddress address) {

        int rank() {
            if (card.loopback() || address.isLoopbackAddress()) {
                return 30 + rankOfAddress();
            }
            if (address.isLinkLocalAddress() && !(address instanceof Inet4Address)) {
                // Every interface has a link-local address; it does not show where the host can be reached.
                return 20;
            }
            return (card.pointToPoint() || card.isMadeBySoftware() ? 10 : 0) + rankOfAddress();
        }

        private int rankOfAddress() {
            if (!(address instanceof Inet4Address)) {
                return 3;
            }
            if (address.isLinkLocalAddress()) {
                return 2;
            }
            return address.isSiteLocalAddress() ? 0 : 1;
        }
    }
}
