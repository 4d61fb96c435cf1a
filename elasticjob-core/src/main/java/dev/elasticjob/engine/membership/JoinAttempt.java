package dev.elasticjob.engine.membership;

import dev.elasticjob.spi.JobInstance;
import java.time.Duration;
import java.util.Optional;

/** The identity of a join whose outcome is not known yet. An identity is used for one join only. */
final class JoinAttempt {

    private Optional<JobInstance> instance = Optional.empty();
    private Duration sentAt = Duration.ZERO;

    void sent(JobInstance identity, Duration at) {
        instance = Optional.of(identity);
        sentAt = at;
    }

    void settled() {
        instance = Optional.empty();
    }

    Optional<JobInstance> instance() {
        return instance;
    }

    Duration sentAt() {
        return sentAt;
    }
}
