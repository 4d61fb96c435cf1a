package dev.elasticjob.registry.zookeeper;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.stream.Collectors;

/** Connects to the servers' ports to explain in a message why there is no session; the client only logs the reason. */
final class ServerProbe {

    private static final int LONGEST_IN_ALL_MILLIS = 2000;

    private ServerProbe() {}

    /** Returns the result for each address. Blocks for at most two seconds, plus the time of name resolution. */
    static String describe(List<InetSocketAddress> addresses) {
        int each = Math.max(1, LONGEST_IN_ALL_MILLIS / Math.max(1, addresses.size()));
        return addresses.stream()
                .map(address -> address.getHostString() + ":" + address.getPort() + " " + found(address, each))
                .collect(Collectors.joining(", "));
    }

    private static String found(InetSocketAddress unresolved, int millis) {
        InetSocketAddress address = new InetSocketAddress(unresolved.getHostString(), unresolved.getPort());
        if (address.isUnresolved()) {
            return "is an unknown host";
        }
        try (Socket socket = new Socket()) {
            socket.connect(address, millis);
            return "accepts connections";
        } catch (IOException e) {
            return "cannot be reached: " + e.getMessage();
        }
    }
}
