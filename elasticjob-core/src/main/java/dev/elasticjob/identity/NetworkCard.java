package dev.elasticjob.identity;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Comparator;
import java.util.List;

/**
 * A network interface as far as the choice of an address needs it; a record so that tests can describe any host.
 *
 * @param index the order of the system
 * @param name such as {@code eno1}
 * @param displayName what Windows shows people instead
 */
record NetworkCard(
        int index,
        String name,
        String displayName,
        boolean up,
        boolean loopback,
        boolean pointToPoint,
        boolean virtual,
        List<InetAddress> addresses) {

    /** Bridges and tunnels that container and virtual machine software makes: often the same address on every host. */
    private static final List<String> MADE_BY_SOFTWARE = List.of(
            "docker", "br-", "veth", "virbr", "vboxnet", "vmnet", "cni", "flannel", "cali", "podman", "lxcbr", "lxdbr",
            "tun", "tap", "utun", "wg", "zt");

    NetworkCard {
        addresses = List.copyOf(addresses);
    }

    /** Those of this host, in the order of the system. */
    static List<NetworkCard> ofThisHost() {
        try {
            return NetworkInterface.networkInterfaces()
                    .map(NetworkCard::of)
                    .sorted(Comparator.comparingInt(NetworkCard::index))
                    .toList();
        } catch (SocketException unreadable) {
            throw new IllegalStateException("The network interfaces of this host cannot be listed", unreadable);
        }
    }

    private static NetworkCard of(NetworkInterface card) {
        return new NetworkCard(
                card.getIndex(),
                card.getName(),
                card.getDisplayName() == null ? card.getName() : card.getDisplayName(),
                is(card::isUp),
                is(card::isLoopback),
                is(card::isPointToPoint),
                card.isVirtual(),
                card.inetAddresses().toList());
    }

    /** An interface that goes while it is looked at is not one to choose, so the answer does not matter. */
    private static boolean is(Question question) {
        try {
            return question.ask();
        } catch (SocketException gone) {
            return false;
        }
    }

    boolean isNamed(String wanted) {
        return name.equals(wanted) || displayName.equals(wanted);
    }

    boolean isMadeBySoftware() {
        return virtual || MADE_BY_SOFTWARE.stream().anyMatch(name::startsWith);
    }

    private interface Question {

        boolean ask() throws SocketException;
    }
}
