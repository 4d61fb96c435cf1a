package dev.elasticjob.engine.view;

import static dev.elasticjob.engine.rule.Rule.MADE_UP_FIRE_COUNTS_AS_BEGUN;

import dev.elasticjob.api.RunSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The runs of an item: data of {@link JobTree#item(int)}. The start and the finish of every run write it, each on the
 * condition that it has the version that was read.
 *
 * @param begun the last fire time that was started; runs of other sources do not change it
 * @param run the current or last run
 * @param due the latest fire time that fell due while that run was in progress
 * @param completedToken fencing token of the last completed run
 * @param past how the last requested runs ended, oldest first: a requester may read this after the next run started, or may
 *     repeat a request whose outcome is unknown
 */
public record RunRecord(
        Optional<Instant> begun, Optional<Run> run, Optional<Instant> due, long completedToken, List<Past> past) {

    public static final RunRecord NONE =
            new RunRecord(Optional.empty(), Optional.empty(), Optional.empty(), 0, List.of());

    private static final int PAST_KEPT = 4;

    /** The number of changes of the node for which a requested run is remembered; one change may end a run and start another. */
    public static final int CHANGES_REMEMBERED = PAST_KEPT;

    /** A requested run and how it ended. */
    public record Past(String runId, State state) {}

    /** Returns the record of an item that has run nothing yet and owes nothing up to this moment. */
    public static RunRecord since(Instant moment) {
        return new RunRecord(Optional.of(moment), Optional.empty(), Optional.empty(), 0, List.of());
    }

    /** The state of a run. */
    public enum State {
        STARTED,
        /** Its code returned. */
        DONE,
        /** Its code threw. */
        FAILED,
        /** It was interrupted, or its process was lost. */
        ABANDONED
    }

    /**
     * A run of the item.
     *
     * @param id the same for all items of a run
     * @param scheduledAt its fire time; empty for one-off and manual runs
     * @param attempt 1, and one more for every failover
     * @param session the session in which it was started
     * @param instanceId the instance that started it
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

    public boolean isStarted() {
        return run.isPresent() && run.get().state() == State.STARTED;
    }

    public boolean isAbandoned() {
        return run.isPresent() && run.get().state() == State.ABANDONED;
    }

    public boolean hasNonce(String nonce) {
        return run.isPresent() && run.get().nonce().equals(nonce);
    }

    /** Returns this record, as if all fires up to this time had been begun, and no later one had. */
    public RunRecord owingNothingBefore(Instant time) {
        return new RunRecord(Optional.of(time), run, Optional.empty(), completedToken, past);
    }

    /** Returns the record that a start writes. The last fire time started never decreases. */
    public RunRecord started(Run newRun) {
        boolean isNewFire = newRun.source() == RunSource.NORMAL_TRIGGER
                || newRun.source() != RunSource.FAILOVER && MADE_UP_FIRE_COUNTS_AS_BEGUN.holds();
        Optional<Instant> at = isNewFire ? newRun.scheduledAt() : Optional.empty();
        Optional<Instant> newBegun =
                at.isPresent() && begun.map(at.get()::isAfter).orElse(true) ? at : begun;
        boolean dueIsOpen = due.isPresent() && newBegun.map(due.get()::isAfter).orElse(true);
        boolean again = run.map(Run::id).equals(Optional.of(newRun.id()));
        List<Past> newPast = !again && (isStarted() || isAbandoned()) ? pastWith(State.ABANDONED) : past;
        return new RunRecord(
                newBegun, Optional.of(newRun), dueIsOpen ? due : Optional.empty(), completedToken, newPast);
    }

    /** Returns the record that the end of the current run writes. */
    public RunRecord ended(State state, Optional<Instant> newDue, long token) {
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

    /** Returns the state of a run; empty if this record does not contain it. */
    public Optional<State> stateOf(String runId) {
        if (run.isPresent() && run.get().id().equals(runId)) {
            return Optional.of(run.get().state());
        }
        return past.stream()
                .filter(each -> each.runId().equals(runId))
                .map(Past::state)
                .findFirst();
    }

    public String encode() {
        TextFields fields = new TextFields();
        begun.ifPresent(at -> fields.put("begun", at.toEpochMilli()));
        due.ifPresent(at -> fields.put("due", at.toEpochMilli()));
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
            current.scheduledAt().ifPresent(at -> fields.put("at", at.toEpochMilli()));
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

    /** Returns the record in a text; {@link #NONE} if it is empty or unreadable. */
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
