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
 * Server part of the registry in memory: the trees of all namespaces, the sessions, and the clock. Applications use it through an
 * {@link InMemoryRegistryCenter}; centers of one registry share the same nodes.
 *
 * <p>A session never ends because time passes, even if it is suspended for long. It ends only when a test calls
 * {@link SessionControl#expire}.
 */
public final class InMemoryRegistry {

    /** Limits like those of ZooKeeper, with a tenth of its one million bytes reserved for overhead. */
    public static final RegistryLimits DEFAULT_LIMITS = new RegistryLimits(1_000_000 * 9 / 10, 512 * 1024);

    public static final Duration DEFAULT_SESSION_TIMEOUT = Duration.ofSeconds(60);

    private final InstantSource clock;
    private final LongSupplier nanoClock;
    private final Duration sessionTimeout;
    private final RegistryLimits limits;
    private final DeliveryThread delivery = new DeliveryThread();
    private final Map<String, Namespace> namespaces = new HashMap<>();
    private final AtomicLong sessions = new AtomicLong();

    /** Creates a registry with the system clock and the default limits. */
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
     * Returns the fault injection of a session.
     *
     * @throws IllegalArgumentException if it is not a session of this registry
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

    /** Called on the delivery thread only. */
    Namespace namespace(String name) {
        return namespaces.computeIfAbsent(name, absent -> new Namespace(limits));
    }

    long nextSession() {
        return sessions.incrementAndGet();
    }

    /** Builder for registries. */
    public static final class Builder {

        private InstantSource clock = InstantSource.system();
        private LongSupplier nanoClock = System::nanoTime;
        private Duration sessionTimeout = DEFAULT_SESSION_TIMEOUT;
        private RegistryLimits limits = DEFAULT_LIMITS;

        private Builder() {}

        /** Sets the clock for the times of commits. */
        public Builder clock(InstantSource source) {
            clock = Objects.requireNonNull(source);
            return this;
        }

        /** Sets the monotonic clock in nanoseconds that leases use. */
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
