package dev.elasticjob.registry.memory;

import dev.elasticjob.registry.RegistryLimits;
import dev.elasticjob.registry.RegistrySession;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * What the server is elsewhere: the trees of all namespaces, the sessions, the clock. Applications use it through an {@link
 * InMemoryRegistryCenter}; centers of one registry see the same nodes.
 *
 * <p>A session never ends by the passing of time, however long it is suspended, but only when a test {@link
 * SessionControl#expire says so}.
 */
public final class InMemoryRegistry {

    /** As ZooKeeper's, of whose million bytes a tenth is left for what surrounds a transaction. */
    public static final RegistryLimits DEFAULT_LIMITS = new RegistryLimits(1_000_000 * 9 / 10, 512 * 1024);

    public static final Duration DEFAULT_SESSION_TIMEOUT = Duration.ofSeconds(60);

    private final InstantSource clock;
    private final LongSupplier nanoClock;
    private final Duration sessionTimeout;
    private final RegistryLimits limits;
    private final DeliveryThread delivery = new DeliveryThread();
    private final Map<String, Namespace> namespaces = new HashMap<>();
    private final AtomicLong sessions = new AtomicLong();

    /** A registry with the system's clock and the default limits. */
    public InMemoryRegistry() {
        this(builder());
    }

    private InMemoryRegistry(Builder builder) {
        this.clock = builder.clock;
        this.nanoClock = builder.nanoClock;
        this.sessionTimeout = builder.sessionTimeout;
        this.limits = builder.limits;
    }

    public static Builder builder() {
        return new Builder();
    }

    /**
     * The faults of a session.
     *
     * @throws IllegalArgumentException if it is no session of this registry
     */
    public SessionControl control(RegistrySession session) {
        if (session instanceof MemorySession own && own.isOf(this)) {
            return own;
        }
        throw new IllegalArgumentException("Not a session of this registry: " + session);
    }

    DeliveryThread delivery() {
        return delivery;
    }

    Instant now() {
        return clock.instant();
    }

    long nanos() {
        return nanoClock.getAsLong();
    }

    Duration sessionTimeout() {
        return sessionTimeout;
    }

    RegistryLimits limits() {
        return limits;
    }

    /** On the delivery thread only. */
    Namespace namespace(String name) {
        return namespaces.computeIfAbsent(name, absent -> new Namespace(limits));
    }

    long nextSession() {
        return sessions.incrementAndGet();
    }

    /** The settings of a registry. */
    public static final class Builder {

        private InstantSource clock = InstantSource.system();
        private LongSupplier nanoClock = System::nanoTime;
        private Duration sessionTimeout = DEFAULT_SESSION_TIMEOUT;
        private RegistryLimits limits = DEFAULT_LIMITS;

        private Builder() {}

        /** Gives commits their time. */
        public Builder clock(InstantSource source) {
            clock = Objects.requireNonNull(source);
            return this;
        }

        /** Monotonic nanoseconds, by which leases run down. */
        public Builder nanoClock(LongSupplier source) {
            nanoClock = Objects.requireNonNull(source);
            return this;
        }

        public Builder sessionTimeout(Duration timeout) {
            if (timeout.isNegative() || timeout.isZero()) {
                throw new IllegalArgumentException("Session timeout " + timeout + ": it must be positive");
            }
            sessionTimeout = timeout;
            return this;
        }

        public Builder limits(RegistryLimits registryLimits) {
            limits = Objects.requireNonNull(registryLimits);
            return this;
        }

        public InMemoryRegistry build() {
            return new InMemoryRegistry(this);
        }
    }
}
