package dev.elasticjob.console.security;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Slows down whoever guesses: after some failures for a name, or from an address, the next try has to wait, twice as long
 * each time. Memory is bounded; a name costs the same whether it exists or not.
 */
public final class LoginThrottle {

    private static final int FREE_TRIES = 5;
    private static final int FREE_TRIES_OF_ADDRESS = 20;
    private static final Duration FIRST_WAIT = Duration.ofSeconds(5);
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(15);
    private static final Duration FORGOTTEN_AFTER = Duration.ofHours(1);
    private static final int MOST_ENTRIES = 10_000;

    private final InstantSource clock;
    private final Map<String, Failures> entries = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Failures> eldest) {
            return size() > MOST_ENTRIES;
        }
    };

    private record Failures(int count, Instant last, Instant blockedUntil) {}

    public LoginThrottle(InstantSource clock) {
        this.clock = clock;
    }

    /** How long to wait before the next try; empty when it may be made now. */
    public synchronized Optional<Duration> toWait(String name, String address) {
        Instant now = clock.instant();
        Instant until = later(blockedUntil(nameKey(name)), blockedUntil(addressKey(address)));
        return now.isBefore(until) ? Optional.of(Duration.between(now, until)) : Optional.empty();
    }

    public synchronized void failed(String name, String address) {
        fail(nameKey(name), FREE_TRIES);
        fail(addressKey(address), FREE_TRIES_OF_ADDRESS);
    }

    public synchronized void succeeded(String name) {
        entries.remove(nameKey(name));
    }

    private Instant blockedUntil(String key) {
        Failures failures = entries.get(key);
        return failures == null ? Instant.MIN : failures.blockedUntil();
    }

    private void fail(String key, int free) {
        Instant now = clock.instant();
        Failures last = entries.get(key);
        int count = last == null || last.last().plus(FORGOTTEN_AFTER).isBefore(now) ? 1 : last.count() + 1;
        Duration wait = Duration.ZERO;
        if (count >= free) {
            int doublings = Math.min(count - free, 20);
            Duration doubled = FIRST_WAIT.multipliedBy(1L << doublings);
            wait = doubled.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : doubled;
        }
        entries.put(key, new Failures(count, now, now.plus(wait)));
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static String nameKey(String name) {
        return "name " + name;
    }

    private static String addressKey(String address) {
        return "address " + address;
    }
}
