package dev.elasticjob.identity;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Comparator;
import java.util.List;

/**
 * Properties of a network interface that affect the selection of an address; a record, so that tests can describe any host.
 *
 * @param index position in the order of the system
 * @param name name, such as {@code eno1}
 * @param displayName name that Windows displays instead
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

    /** Bridges and tunnels of container and virtual machine software, which often have the same address on every host. */
    private static final List<String> MADE_BY_SOFTWARE = List.of(
            "docker", "br-", "veth", "virbr", "vboxnet", "vmnet", "cni", "flannel", "cali", "podman", "lxcbr", "lxdbr",
            "tun", "tap", "utun", "wg", "zt");

    NetworkCard {
        addresses = List.copyOf(addresses);
    }

    /** Returns the interfaces of this host in the order of the system. */
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

    /**
     * Queries a property of an interface. If the interface disappears during the query, it must not be selected, so the result does not
     * matter.
     */
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
