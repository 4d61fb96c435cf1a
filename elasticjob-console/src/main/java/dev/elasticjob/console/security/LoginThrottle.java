package dev.elasticjob.console.security;

import dev.elasticjob.console.net.HostAndPort;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Slows down password guessing. An attempt is reserved before the password is hashed and counts as failed until it
 * succeeds, so that parallel attempts are counted too. After some failures the next attempt has to wait, twice as long each
 * time. Three counters apply:
 *
 * <ul>
 *   <li>a name together with an address, so that an attacker does not lock a user out elsewhere;
 *   <li>an address, regardless of the name;
 *   <li>a name, over all addresses. It does not apply to this machine and to addresses from which the name has logged in
 *       before: these stay open to an administrator whom a distributed attack would lock out.
 * </ul>
 *
 * <p>Memory is bounded. A name costs the same whether it exists or not.
 */
public final class LoginThrottle {

    private static final int FREE_TRIES = 5;
    private static final int FREE_TRIES_OF_ADDRESS = 20;
    private static final int FREE_TRIES_OF_NAME = 100;
    private static final Duration FIRST_WAIT = Duration.ofSeconds(5);
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(15);
    private static final Duration FORGOTTEN_AFTER = Duration.ofHours(1);
    private static final int MOST_ENTRIES = 10_000;
    private static final int IPV6_NETWORK_BYTES = 8;

    private final InstantSource clock;
    private final Map<Key, Failures> failures = bounded();
    private final Map<Key, Boolean> known = bounded();

    /** Name or network may be empty, which stands for all names or all networks. */
    private record Key(String name, String network) {}

    private record Failures(int count, Instant last, Instant blockedUntil) {}

    /** A counter that applies to an attempt. */
    private record Counter(Key key, int free) {}

    public LoginThrottle(InstantSource clock) {
        this.clock = clock;
    }

    private static <V> Map<Key, V> bounded() {
        return new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Key, V> eldest) {
                return size() > MOST_ENTRIES;
            }
        };
    }

    /**
     * Reserves an attempt, which counts as failed until {@link #succeeded} is called.
     *
     * @return time to wait before the next attempt; empty if this attempt may be made now
     */
    public synchronized Optional<Duration> reserve(String name, String address) {
        Instant now = clock.instant();
        List<Counter> counters = counters(name, address);
        Instant until = counters.stream()
                .map(counter -> blockedUntil(counter.key()))
                .max(Instant::compareTo)
                .orElse(Instant.MIN);
        if (now.isBefore(until)) {
            return Optional.of(Duration.between(now, until));
        }
        counters.forEach(counter -> fail(counter, now));
        return Optional.empty();
    }

    /** Clears the failures of the name at this address, and releases the reserved attempt. */
    public synchronized void succeeded(String name, String address) {
        String network = network(address);
        failures.remove(new Key(name, network));
        release(new Key("", network));
        release(new Key(name, ""));
        known.put(new Key(name, network), true);
    }

    private void release(Key key) {
        failures.computeIfPresent(
                key,
                (same, last) ->
                        last.count() == 1 ? null : new Failures(last.count() - 1, last.last(), clock.instant()));
    }

    private List<Counter> counters(String name, String address) {
        String network = network(address);
        Counter both = new Counter(new Key(name, network), FREE_TRIES);
        Counter ofAddress = new Counter(new Key("", network), FREE_TRIES_OF_ADDRESS);
        boolean isKnown = isLoopback(address) || known.containsKey(new Key(name, network));
        return isKnown
                ? List.of(both, ofAddress)
                : List.of(both, ofAddress, new Counter(new Key(name, ""), FREE_TRIES_OF_NAME));
    }

    private Instant blockedUntil(Key key) {
        Failures last = failures.get(key);
        return last == null ? Instant.MIN : last.blockedUntil();
    }

    private void fail(Counter counter, Instant now) {
        Failures last = failures.get(counter.key());
        int count = last == null || last.last().plus(FORGOTTEN_AFTER).isBefore(now) ? 1 : last.count() + 1;
        Duration wait = Duration.ZERO;
        if (count >= counter.free()) {
            int doublings = Math.min(count - counter.free(), 20);
            Duration doubled = FIRST_WAIT.multipliedBy(1L << doublings);
            wait = doubled.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : doubled;
        }
        failures.put(counter.key(), new Failures(count, now, now.plus(wait)));
    }

    /**
     * Returns the /64 network of an IPv6 address, because one client can use all addresses of it. Returns an IPv4 address
     * unchanged.
     */
    private static String network(String address) {
        Optional<InetAddress> parsed = parse(address);
        return parsed.filter(Inet6Address.class::isInstance)
                .map(six -> "v6 " + Arrays.toString(Arrays.copyOf(six.getAddress(), IPV6_NETWORK_BYTES)))
                .orElse(address);
    }

    private static boolean isLoopback(String address) {
        return parse(address).filter(InetAddress::isLoopbackAddress).isPresent();
    }

    private static Optional<InetAddress> parse(String address) {
        try {
            String literal = address.replaceAll("[\\[\\]]|%.*", "");
            return HostAndPort.isLiteral(literal) ? Optional.of(InetAddress.getByName(literal)) : Optional.empty();
        } catch (UnknownHostException wrong) {
            return Optional.empty();
        }
    }
}
