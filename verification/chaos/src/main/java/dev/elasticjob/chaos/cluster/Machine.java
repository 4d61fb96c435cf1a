package dev.elasticjob.chaos.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Capabilities of this machine that faults depend on.
 *
 * @param addresses addresses for the workers, one each; empty when the workers have to share one
 * @param clockLibrary library that changes the time of day of a process
 * @param smallDisk whether a small file system can be mounted that disappears when this process exits
 */
public record Machine(List<String> addresses, Optional<Path> clockLibrary, boolean smallDisk) {

    /**
     * Name of the network interface of the workers. {@code tools/chaos} creates it, with an address for each worker, in
     * a separate network namespace.
     */
    static final String CARD = "chaos0";

    /** System property set by {@code tools/chaos} when this process runs in a separate mount namespace. */
    private static final String OWN_MOUNTS = "chaos.own-mounts";

    public static Machine explore() {
        return new Machine(ownAddresses(), clock(), Boolean.getBoolean(OWN_MOUNTS));
    }

    private static List<String> ownAddresses() {
        try {
            NetworkInterface card = NetworkInterface.getByName(CARD);
            return card == null
                    ? List.of()
                    : card.inetAddresses()
                            .filter(Inet4Address.class::isInstance)
                            .map(InetAddress::getHostAddress)
                            .sorted()
                            .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<Path> clock() {
        for (Path root : List.of(Path.of("/usr/lib"), Path.of("/usr/lib64"), Path.of("/usr/local/lib"))) {
            if (Files.isDirectory(root)) {
                try (Stream<Path> files = Files.find(
                        root,
                        3,
                        (file, attributes) -> file.getFileName().toString().equals("libfaketimeMT.so.1"))) {
                    Optional<Path> found = files.findFirst();
                    if (found.isPresent()) {
                        return found;
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        return Optional.empty();
    }
}
