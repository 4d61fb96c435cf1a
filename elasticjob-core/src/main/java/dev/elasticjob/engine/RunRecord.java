package dev.elasticjob.engine;

import static dev.elasticjob.engine.Rule.MADE_UP_FIRE_COUNTS_AS_BEGUN;

import dev.elasticjob.api.RunSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What an item has run: data of {@link JobTree#item(int)}. Written by the start and by the finish of every run, each time
 * against the version that was seen.
 *
 * @param begun the last cron instant that was begun; runs of other sources never touch it
 * @param run the current or last run
 * @param due the latest cron instant that fell due while that run was under way
 * @param completedToken token of the last run that was completed
 * @param past how the last runs that somebody asked for ended, oldest first: whoever asked may look after the next began, or
 *     ask again for want of an answer
 */
public record RunRecord(
        Optional<Instant> begun, Optional<Run> run, Optional<Instant> due, long completedToken, List<Past> past) {

    static final RunRecord NONE = new RunRecord(Optional.empty(), Optional.empty(), Optional.empty(), 0, List.of());

    private static final int PAST_KEPT = 4;

    /** One change may end a run and start the next: for so many changes of its node it remembers what was asked for. */
    static final int CHANGES_REMEMBERED = PAST_KEPT;

    /** A run that somebody asked for, and how it ended. */
    public record Past(String runId, State state) {}

    /** Of an item that has run nothing yet, and owes nothing up to this moment. */
    static RunRecord since(Instant moment) {
        return new RunRecord(Optional.of(moment), Optional.empty(), Optional.empty(), 0, List.of());
    }

    /** How far a run has come. */
    public enum State {
        STARTED,
        /** Its code returned. */
        DONE,
        /** Its code threw. */
        FAILED,
        /** It was given up before its end. */
        ABANDONED
    }

    /**
     * A run of the item.
     *
     * @param id the same for all items of a run
     * @param scheduledAt the cron instant it is for; empty for one-off and manual runs
     * @param attempt 1, and one more for every time it was taken over
     * @param session in which it was started
     * @param instanceId that started it
     * @param nonce of the attempt to start it
     */
    public record Run(
            String id,
            RunSource source,
            Optional<Instant> scheduledAt,
            int attempt,
            int total,
            long session,
            String instanceId,
            String nonce,
            State state) {

        Run with(State newState) {
            return new Run(id, source, scheduledAt, attempt, total, session, instanceId, nonce, newState);
        }
    }

    boolean isStarted() {
        return run.isPresent() && run.get().state() == State.STARTED;
    }

    boolean isAbandoned() {
        return run.isPresent() && run.get().state() == State.ABANDONED;
    }

    boolean hasNonce(String nonce) {
        return run.isPresent() && run.get().nonce().equals(nonce);
    }

    /** Returns this record, as if all fires up to this time had been begun, and no later one had. */
    RunRecord owingNothingBefore(Instant time) {
        return new RunRecord(Optional.of(time), run, Optional.empty(), completedToken, past);
    }

    /** The record that a start writes. A cron instant only ever grows. */
    RunRecord started(Run newRun) {
        boolean isNewFire = newRun.source() == RunSource.NORMAL_TRIGGER
                || newRun.source() != RunSource.FAILOVER && MADE_UP_FIRE_COUNTS_AS_BEGUN.holds();
        Optional<Instant> instant = isNewFire ? newRun.scheduledAt() : Optional.empty();
        Optional<Instant> newBegun =
                instant.isPresent() && begun.map(instant.get()::isAfter).orElse(true) ? instant : begun;
        boolean dueIsOpen = due.isPresent() && newBegun.map(due.get()::isAfter).orElse(true);
        boolean again = run.map(Run::id).equals(Optional.of(newRun.id()));
        List<Past> newPast = !again && (isStarted() || isAbandoned()) ? pastWith(State.ABANDONED) : past;
        return new RunRecord(
                newBegun, Optional.of(newRun), dueIsOpen ? due : Optional.empty(), completedToken, newPast);
    }

    /** The record that the end of the current run writes. */
    RunRecord ended(State state, Optional<Instant> newDue, long token) {
        Optional<Instant> later =
                newDue.isPresent() && due.map(newDue.get()::isAfter).orElse(true) ? newDue : due;
        return new RunRecord(
                begun,
                run.map(current -> current.with(state)),
                later,
                state == State.DONE || state == State.FAILED ? token : completedToken,
                state == State.ABANDONED ? past : pastWith(state));
    }

    private List<Past> pastWith(State state) {
        if (run.isEmpty() || run.get().scheduledAt().isPresent()) {
            return past;
        }
        List<Past> kept = new ArrayList<>(past);
        kept.add(new Past(run.get().id(), state));
        return List.copyOf(kept.subList(Math.max(0, kept.size() - PAST_KEPT), kept.size()));
    }

    /** How a run that somebody asked for stands; empty when this record does not know of it. */
    Optional<State> stateOf(String runId) {
        if (run.isPresent() && run.get().id().equals(runId)) {
            return Optional.of(run.get().state());
        }
        return past.stream()
                .filter(each -> each.runId().equals(runId))
                .map(Past::state)
                .findFirst();
    }

    String encode() {
        TextFields fields = new TextFields();
        begun.ifPresent(instant -> fields.put("begun", instant.toEpochMilli()));
        due.ifPresent(instant -> fields.put("due", instant.toEpochMilli()));
        if (completedToken > 0) {
            fields.put("completed", completedToken);
        }
        fields.put(
                "past",
                past.stream()
                        .map(each -> each.runId() + "=" + each.state().name())
                        .collect(Collectors.joining(" ")));
        run.ifPresent(current -> {
            fields.put("run", current.id());
            fields.put("state", current.state().name().toLowerCase(Locale.ROOT));
            fields.put("source", current.source().name());
            current.scheduledAt().ifPresent(instant -> fields.put("at", instant.toEpochMilli()));
            fields.put("attempt", current.attempt());
            fields.put("total", current.total());
            fields.put("session", Long.toHexString(current.session()));
            fields.put("instance", current.instanceId());
            fields.put("nonce", current.nonce());
        });
        return fields.text();
    }

    private static List<Past> past(String text) {
        List<Past> result = new ArrayList<>();
        for (String each : text.split(" ")) {
            int equals = each.indexOf('=');
            if (equals > 0) {
                result.add(new Past(each.substring(0, equals), State.valueOf(each.substring(equals + 1))));
            }
        }
        return List.copyOf(result);
    }

    /** {@link #NONE} for what is empty or cannot be read. */
    public static RunRecord decode(String text) {
        if (text.isBlank()) {
            return NONE;
        }
        try {
            TextFields fields = TextFields.parse(text);
            Optional<Run> run = Optional.empty();
            if (!fields.get("run").isEmpty()) {
                run = Optional.of(new Run(
                        fields.get("run"),
                        RunSource.valueOf(fields.get("source")),
                        fields.number("at").map(Instant::ofEpochMilli),
                        Math.toIntExact(fields.require("attempt")),
                        Math.toIntExact(fields.require("total")),
                        Long.parseUnsignedLong(fields.get("session"), 16),
                        fields.get("instance"),
                        fields.get("nonce"),
                        State.valueOf(fields.get("state").toUpperCase(Locale.ROOT))));
            }
            return new RunRecord(
                    fields.number("begun").map(Instant::ofEpochMilli),
                    run,
                    fields.number("due").map(Instant::ofEpochMilli),
                    fields.number("completed").orElse(0L),
                    past(fields.get("past")));
        } catch (IllegalArgumentException | ArithmeticException unreadable) {
            return NONE;
        }
    }
}
