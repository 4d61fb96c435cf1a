package dev.elasticjob.console.net;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Restricts the addresses to which users can make the console connect. Link-local and reserved addresses, such as the metadata
 * services of clouds, and privileged ports are always forbidden.
 */
public final class AddressPolicy {

    private static final int LOWEST_PORT = 1024;
    private static final int HIGHEST_PORT = 65535;
    private static final int FIRST_RESERVED = 240;
    private static final byte[] TRANSLATED = {0, 0, 0, 0, 0, 0, 0, 0, (byte) 0xff, (byte) 0xff, 0, 0};

    /** Addresses of cloud metadata services that are not link-local. */
    private static final Set<String> METADATA = Set.of("100.100.100.200", "fd00:ec2:0:0:0:0:0:254", "192.0.0.192");

    private final boolean loopbackAllowed;
    private final Networks only;

    /** @param only allowed networks, such as {@code 10.0.0.0/8}; empty to allow all addresses that are not forbidden */
    public AddressPolicy(boolean loopbackAllowed, List<String> only) {
        this.loopbackAllowed = loopbackAllowed;
        this.only = Networks.parse("console.addresses.only", only);
    }

    /**
     * Rejects a destination that the policy does not allow.
     *
     * @param what name of the setting, for the error message
     * @throws ForbiddenAddressException if connections to the destination are forbidden
     */
    public void require(String what, String host, int port) {
        if (port < LOWEST_PORT || port > HIGHEST_PORT) {
            throw new ForbiddenAddressException(what + ": port " + port + " is not connected to; only " + LOWEST_PORT
                    + " to " + HIGHEST_PORT + " are");
        }
        InetAddress[] addresses;
        try {
            addresses = InetAddress.getAllByName(host);
        } catch (UnknownHostException unknown) {
            throw new ForbiddenAddressException(what + ": host '" + host + "' is not known here; check its name");
        }
        for (InetAddress each : addresses) {
            requireAllowed(what, host, each);
        }
    }

    private void requireAllowed(String what, String host, InetAddress address) {
        String reason = forbidden(address);
        if (reason != null) {
            throw new ForbiddenAddressException(what + ": '" + host + "' is not connected to: " + reason);
        }
    }

    private String forbidden(InetAddress address) {
        if (isNeverAllowed(address)) {
            return "its address " + address.getHostAddress()
                    + " is link-local, multicast, reserved, unspecified or a cloud's own";
        }
        if (address.isLoopbackAddress() && !loopbackAllowed) {
            return "it is this machine itself. Set console.addresses.loopback=true if that is meant";
        }
        if (!only.isEmpty() && !only.contain(address)) {
            return "its address " + address.getHostAddress() + " is in none of the networks of console.addresses.only";
        }
        return null;
    }

    /** Returns whether a literal address is always forbidden, or is invalid. */
    public static boolean isForbiddenLiteral(String address) {
        try {
            return isNeverAllowed(InetAddress.getByName(address));
        } catch (UnknownHostException wrong) {
            return true;
        }
    }

    /** Returns whether the address has the form {@code ::ffff:0:a.b.c.d} (RFC 2765). */
    private static boolean isTranslated(byte[] bytes) {
        return Arrays.equals(bytes, 0, TRANSLATED.length, TRANSLATED, 0, TRANSLATED.length);
    }

    private static boolean isNeverAllowed(InetAddress address) {
        return address.isAnyLocalAddress()
                || address.isMulticastAddress()
                || address.isLinkLocalAddress()
                || isReserved(address)
                || METADATA.contains(address.getHostAddress().replaceAll("%.*", ""))
                || address instanceof Inet6Address six && hidesAnother(six);
    }

    /** Returns whether the address is in 0.0.0.0/8 or in 240.0.0.0/4, which includes the broadcast address. */
    private static boolean isReserved(InetAddress address) {
        int first = address.getAddress()[0] & 0xff;
        return address instanceof Inet4Address && (first == 0 || first >= FIRST_RESERVED);
    }

    /**
     * Returns whether the IPv6 address embeds an IPv4 address: IPv4-compatible, 6to4, NAT64 or translated. Such addresses could
     * bypass the policy and are not used for registries.
     */
    private static boolean hidesAnother(Inet6Address address) {
        byte[] bytes = address.getAddress();
        boolean compatible = address.isIPv4CompatibleAddress() && !address.isLoopbackAddress();
        boolean sixToFour = bytes[0] == 0x20 && bytes[1] == 0x02;
        boolean nat64 = bytes[0] == 0 && bytes[1] == 0x64 && bytes[2] == (byte) 0xff && bytes[3] == (byte) 0x9b;
        return compatible || sixToFour || nat64 || isTranslated(bytes);
    }
}
