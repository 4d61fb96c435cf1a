package dev.elasticjob.architecture.broken.engine;

import dev.elasticjob.architecture.broken.identity.InstanceIdentity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Code that the engine rules must accept. */
final class Harmless {

    record Run(Instant at, List<String> items) {}

    enum State {
        STARTED,
        DONE
    }

    Optional<Run> decide(Instant now, Duration elapsed, RandomGenerator random, int[] owners) {
        int[] copy = new int[owners.length];
        System.arraycopy(owners, 0, copy, 0, owners.length);
        boolean ours = InstanceIdentity.parse("a").isEmpty() && random.nextInt(copy.length + 1) == 0;
        return ours && !elapsed.isZero() ? Optional.of(new Run(now, List.of("item " + State.DONE))) : Optional.empty();
    }
}
