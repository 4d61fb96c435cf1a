package dev.elasticjob.engine.context;

import static dev.elasticjob.engine.rule.Rule.FIRES_FOLLOW_REGISTRY_CLOCK;
import static dev.elasticjob.engine.rule.Rule.FUTURE_TIME_IS_IMPLAUSIBLE;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The time of day, by this machine and by the registry. A commit returns the registry's time; between commits the registry's
 * clock is extrapolated in monotonic time, because this machine's clock may jump.
 */
public final class Clocks {

    /** A clock that is ahead of the registry's by less than this is not corrected: synchronised clocks differ by less. */
    public static final Duration ACCURACY = Duration.ofMillis(500);

    /** Clocks that differ by more than this, and by more than maxTimeDiffSeconds on top of it, are reported. */
    private static final Duration TOLERANCE = Duration.ofMinutes(1);

    private final String jobName;
    private final Effects effects;
    private final ConfigInForce config;
    private final Reports reports;
    /** The registry's time of the last commit, and the monotonic time at which it was received. */
    private Optional<Instant> registryTime = Optional.empty();

    private Duration receivedAt = Duration.ZERO;
    /** Monotonic time at which that commit was sent. */
    private Duration sentAt = Duration.ZERO;

    Clocks(String jobName, Effects effects, ConfigInForce config, Reports reports) {
        this.jobName = jobName;
        this.effects = effects;
        this.config = config;
        this.reports = reports;
    }

    /** Takes the time at which the registry applied a commit that was sent at this monotonic time. */
    public void registryTimeIs(Instant time, Duration commitSentAt) {
        registryTime = Optional.of(time);
        receivedAt = effects.elapsed();
        sentAt = commitSentAt;
    }

    /** Returns the registry's time of day, as far as its last answer determines it. */
    public Instant registryTime() {
        return registryTime
                .map(time -> time.plus(effects.elapsed().minus(receivedAt)))
                .orElseGet(effects::now);
    }

    /** Returns the monotonic time until which a reading of the registry's clock is relied on. */
    public Duration reliableUntil(Duration validity) {
        return sentAt.plus(validity);
    }

    /**
     * Returns the time of day that decides which fires are due: this machine's clock, unless it is ahead of the registry's.
     * The registry read its clock no earlier than the commit was sent, so its time now is at most the returned bound.
     */
    public Instant now() {
        Instant clock = effects.now();
        Optional<Instant> latest = registryTime.map(
                time -> time.plus(effects.elapsed().minus(sentAt)).plus(ACCURACY));
        return FIRES_FOLLOW_REGISTRY_CLOCK.holds() && latest.isPresent() && clock.isAfter(latest.get())
                ? latest.get()
                : clock;
    }

    /**
     * Returns whether a time read from the registry lies in the future by this machine's clock and by the registry's. Only a
     * wrong clock or another program can have written it. A registry whose clock is set back makes nothing implausible.
     */
    public boolean isImplausible(Instant time) {
        Instant registry = registryTime();
        Instant clock = effects.now();
        Instant latest = clock.isAfter(registry) ? clock : registry;
        return FUTURE_TIME_IS_IMPLAUSIBLE.holds() && time.isAfter(latest.plus(tolerance()));
    }

    /** Returns whether a time read from the registry is further in the future than any delay that an instance may set. */
    public boolean isBeyond(Instant time, Duration longestDelay) {
        return time.isAfter(registryTime().plus(longestDelay).plus(tolerance()));
    }

    /** Returns by how much clocks may differ without a report. */
    public Duration tolerance() {
        return TOLERANCE.plusSeconds(Math.max(0, config.get().getMaxTimeDiffSeconds()));
    }

    /** Returns by how much the registry's clock is ahead of this machine's; empty before the first commit. */
    public Optional<Duration> registryAhead() {
        return registryTime.map(time -> Duration.between(effects.now(), registryTime()));
    }

    /** Returns what is wrong with this machine's clock, by the setting that bounds its difference from the registry's. */
    public Optional<String> problem() {
        int most = config.get().getMaxTimeDiffSeconds();
        Optional<Duration> known = registryAhead();
        if (most < 0 || known.isEmpty()) {
            return Optional.empty();
        }
        Duration offset = known.get();
        if (offset.abs().compareTo(Duration.ofSeconds(most)) <= 0) {
            return Optional.empty();
        }
        return Optional.of("Job '" + jobName + "': maxTimeDiffSeconds is '" + most
                + "': the clock of this machine is " + offset.abs().toMillis() + " ms "
                + (offset.isNegative() ? "ahead of" : "behind") + " the registry's. Synchronise the clocks.");
    }

    /** Reports a difference between the clocks, and reports it again after it was corrected in the meantime. */
    public void reportDifference() {
        Duration ahead = Duration.between(registryTime(), effects.now());
        if (ahead.abs().compareTo(tolerance()) <= 0) {
            reports.clear("clock");
        } else if (!reports.has("clock")) {
            reports.report(
                    "clock",
                    "The clock of this machine is " + ahead.abs().toSeconds() + " s "
                            + (ahead.isNegative()
                                    ? "behind the registry's; fires are late"
                                    : "ahead of the registry's; fires follow the registry's clock")
                            + ". Synchronize the clocks");
        }
    }
}
