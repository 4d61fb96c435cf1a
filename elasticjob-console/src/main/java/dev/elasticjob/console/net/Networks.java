package dev.elasticjob.console.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/** Networks in CIDR notation, such as {@code 10.0.0.0/8}. A single address is a network of one address. */
public final class Networks {

    private final List<Network> all;

    private Networks(List<Network> all) {
        this.all = all;
    }

    /**
     * Parses networks.
     *
     * @param setting name of the setting, for the error message
     * @throws IllegalArgumentException if a text is not a network
     */
    public static Networks parse(String setting, List<String> texts) {
        return new Networks(
                texts.stream().map(each -> Network.parse(setting, each)).toList());
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    public boolean contain(InetAddress address) {
        return all.stream().anyMatch(network -> network.contains(address));
    }

    /** Returns whether a literal address is in one of the networks; false for a text that is not an address. */
    public boolean contain(String address) {
        try {
            return HostAndPort.isLiteral(address) && contain(InetAddress.getByName(address));
        } catch (UnknownHostException wrong) {
            return false;
        }
    }

    private record Network(byte[] prefix, int bits) {

        static Network parse(String setting, String text) {
            int slash = text.indexOf('/');
            String address = slash < 0 ? text : text.substring(0, slash);
            try {
                if (!HostAndPort.isLiteral(address)) {
                    throw new IllegalArgumentException();
                }
                byte[] prefix = InetAddress.getByName(address).getAddress();
                int bits = slash < 0 ? prefix.length * 8 : Integer.parseInt(text.substring(slash + 1));
                if (bits < 0 || bits > prefix.length * 8) {
                    throw new IllegalArgumentException();
                }
                return new Network(prefix, bits);
            } catch (UnknownHostException | IllegalArgumentException wrong) {
                throw new IllegalArgumentException(
                        setting + " has '" + text + "'; write networks such as 10.0.0.0/8 or fd12::/16", wrong);
            }
        }

        boolean contains(InetAddress address) {
            byte[] bytes = address.getAddress();
            if (bytes.length != prefix.length) {
                return false;
            }
            int whole = bits / 8;
            if (!Arrays.equals(bytes, 0, whole, prefix, 0, whole)) {
                return false;
            }
            int rest = bits % 8;
            int mask = 0xff << (8 - rest) & 0xff;
            return rest == 0 || (bytes[whole] & mask) == (prefix[whole] & mask);
        }
    }
}
