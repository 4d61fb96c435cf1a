package dev.elasticjob.architecture.broken.engine;

import dev.elasticjob.architecture.broken.identity.HostAddress;
import dev.elasticjob.architecture.broken.identity.InstanceIdentity;
import dev.elasticjob.architecture.broken.registry.memory.MemoryTree;
import dev.elasticjob.architecture.broken.spi.Extensions;
import java.io.Reader;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.Random;
import java.util.Timer;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;

/** One source of irreproducible behaviour per class. */
final class Impure {

    static final class HasThread {
        Thread thread;
    }

    static final class AsksForThread {
        boolean stop() {
            return Thread.currentThread().isInterrupted();
        }
    }

    static final class HasExecutor {
        Executor executor;
    }

    static final class HasAtomic {
        AtomicLong number;
    }

    static final class HasLock {
        Lock lock;
    }

    static final class HasFuture {
        CompletionStage<String> future;
    }

    static final class HasTimer {
        Timer timer;
    }

    static final class Waits {
        void until() throws InterruptedException {
            wait();
        }
    }

    static final class Logs {
        Logger log;
    }

    static final class Reads {
        Reader reader;
    }

    static final class HasFile {
        Path path;
    }

    static final class HasAddress {
        InetAddress address;
    }

    static final class AsksForMillis {
        long now() {
            return System.currentTimeMillis();
        }
    }

    static final class RefersToNanos {
        LongSupplier nanos() {
            return System::nanoTime;
        }
    }

    static final class AsksForInstant {
        Instant now() {
            return Instant.now();
        }
    }

    static final class RefersToInstant {
        Supplier<Instant> now() {
            return Instant::now;
        }
    }

    static final class AsksForDay {
        Supplier<LocalDate> today() {
            return () -> LocalDate.now();
        }
    }

    static final class HasSystemClock {
        Clock clock() {
            return Clock.systemUTC();
        }
    }

    static final class HasSystemSource {
        InstantSource source() {
            return InstantSource.system();
        }
    }

    static final class HasChance {
        Random random;
    }

    static final class AsksForChance {
        double chance() {
            return Math.random();
        }
    }

    static final class AsksForUuid {
        UUID id() {
            return UUID.randomUUID();
        }
    }

    static final class AsksForProperty {
        String property() {
            return System.getProperty("some");
        }
    }

    static final class AsksForAddress {
        String address() {
            return HostAddress.choose();
        }
    }

    static final class MakesIdentity {
        Object identity() {
            return InstanceIdentity.fresh("a");
        }
    }

    static final class FindsExtensions {
        Object extensions() {
            return Extensions.find();
        }
    }

    static final class KnowsRegistry {
        MemoryTree tree;
    }

    private Impure() {}
}
