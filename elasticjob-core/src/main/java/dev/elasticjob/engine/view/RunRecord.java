package dev.elasticjob.engine.view;

import static dev.elasticjob.engine.rule.Rule.MADE_UP_FIRE_COUNTS_AS_BEGUN;

import dev.elasticjob.api.RunSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The runs of an item: data of {@link JobTree#item(int)}. The start and the finish of every run write it, each on the
 * condition that it has the version that was read.
 *
 * <p>A later version may write fields, states and sources that this one does not know. What this version can read remains
 * valid: above all {@code begun}, which prevents that a completed fire runs again. Unknown fields are kept until the next run
 * starts.
 *
 * @param begun the last fire time that was started; runs of other sources do not change it
 * @param run the current or last run
 * @param due the latest fire time that fell due while that run was in progress
 * @param completedToken fencing token of the last completed run
 * @param past how the last requested runs ended, oldest first: a requester may read this after the next run started, or may
 *     repeat a request whose outcome is unknown
 * @param retryAt the registry's time from which on the owner tries the run again, which failed; empty if it does not
 * @param further fields that this version does not know
 */
public record RunRecord(
        Optional<Instant> begun,
        Optional<Run> run,
        Optional<Instant> due,
        long completedToken,
        List<Past> past,
        Optional<Instant> retryAt,
        Map<String, String> further) {

    public static final RunRecord NONE = since(Optional.empty());

    private static final Set<String> FIELDS = Set.of(
            "begun",
            "due",
            "completed",
            "past",
            "run",
            "state",
            "source",
            "at",
            "attempt",
            "try",
            "total",
            "session",
            "instance",
            "nonce",
            "reason",
            "retry");

    private static final int PAST_KEPT = 4;

    /** The number of changes of the node for which a requested run is remembered; one change may end a run and start another. */
    public static final int CHANGES_REMEMBERED = PAST_KEPT;

    /** A requested run and how it ended. */
    public record Past(String runId, State state) {}

    /** Returns the record of an item that has run nothing yet and owes nothing up to this moment. */
    public static RunRecord since(Instant moment) {
        return since(Optional.of(moment));
    }

    private static RunRecord since(Optional<Instant> begun) {
        return new RunRecord(begun, Optional.empty(), Optional.empty(), 0, List.of(), Optional.empty(), Map.of());
    }

    /** The state of a run. */
    public enum State {
        STARTED,
        /** Its code returned. */
        DONE,
        /** Its code threw. */
        FAILED,
        /** It was interrupted, or its process was lost. */
        ABANDONED,
        /** A later version wrote it: the run is in progress as long as its mark exists. */
        UNKNOWN;

        private static State parse(String name) {
            for (State each : values()) {
                if (each.name().equalsIgnoreCase(name)) {
                    return each;
                }
            }
            return UNKNOWN;
        }
    }

    /**
     * How a run ended.
     *
     * @param reason why it failed, if its code did not throw of its own accord; usually empty
     * @param retryAt when it is tried again; empty if the end is final
     */
    public record End(State state, String reason, Optional<Instant> retryAt) {

        public static End of(State state) {
            return new End(state, "", Optional.empty());
        }
    }

    /**
     * A run of the item.
     *
     * @param id the same for all items of a run
     * @param scheduledAt its fire time; empty for one-off and manual runs
     * @param attempt 1, and one more for every failover
     * @param tryNumber 1, and one more for every retry after a failure
     * @param session the session in which it was started
     * @param instanceId the instance that started it
     * @param nonce of the attempt to start it
     * @param reason see {@link End#reason}
     */
    public record Run(
            String id,
            RunSource source,
            Optional<Instant> scheduledAt,
            int attempt,
            int tryNumber,
            int total,
            long session,
            String instanceId,
            String nonce,
            State state,
            String reason) {

        Run ended(End end) {
            return new Run(
                    id,
                    source,
                    scheduledAt,
                    attempt,
                    tryNumber,
                    total,
                    session,
                    instanceId,
                    nonce,
                    end.state(),
                    end.reason());
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
        return new RunRecord(Optional.of(time), run, Optional.empty(), completedToken, past, retryAt, further);
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
        List<Past> newPast = past;
        if (!again && (isStarted() || isAbandoned())) {
            newPast = pastWith(State.ABANDONED);
        } else if (!again && retryAt.isPresent()) {
            newPast = pastWith(State.FAILED);
        }
        return new RunRecord(
                newBegun,
                Optional.of(newRun),
                dueIsOpen ? due : Optional.empty(),
                completedToken,
                newPast,
                Optional.empty(),
                Map.of());
    }

    /** Returns the record that the end of the current run writes. */
    public RunRecord ended(State state, Optional<Instant> newDue, long token) {
        return ended(End.of(state), newDue, token);
    }

    /** Returns the record that the end of the current run writes. */
    public RunRecord ended(End end, Optional<Instant> newDue, long token) {
        Optional<Instant> later =
                newDue.isPresent() && due.map(newDue.get()::isAfter).orElse(true) ? newDue : due;
        boolean isFinal = end.state() != State.ABANDONED && end.retryAt().isEmpty();
        return new RunRecord(
                begun,
                run.map(current -> current.ended(end)),
                later,
                end.state() == State.DONE || end.state() == State.FAILED ? token : completedToken,
                isFinal ? pastWith(end.state()) : past,
                end.retryAt(),
                further);
    }

    /** Returns the record without the retry of the last run, which has failed for good. */
    public RunRecord withoutRetry() {
        return new RunRecord(begun, run, due, completedToken, pastWith(State.FAILED), Optional.empty(), further);
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

    /** Returns the state of a run that no retry may change; empty if this record does not contain one. */
    public Optional<State> finalStateOf(String runId) {
        boolean isTriedAgain = retryAt.isPresent()
                && run.filter(current -> current.id().equals(runId)).isPresent();
        return isTriedAgain ? Optional.empty() : stateOf(runId);
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
            if (current.tryNumber() > 1) {
                fields.put("try", current.tryNumber());
            }
            fields.put("total", current.total());
            fields.put("session", Long.toHexString(current.session()));
            fields.put("instance", current.instanceId());
            fields.put("nonce", current.nonce());
            fields.put("reason", current.reason());
        });
        retryAt.ifPresent(at -> fields.put("retry", at.toEpochMilli()));
        further.forEach(fields::put);
        return fields.text();
    }

    private static List<Past> past(String text) {
        List<Past> result = new ArrayList<>();
        for (String each : text.split(" ")) {
            int equals = each.indexOf('=');
            if (equals > 0) {
                result.add(new Past(each.substring(0, equals), State.parse(each.substring(equals + 1))));
            }
        }
        return List.copyOf(result);
    }

    /**
     * Returns the record in a text; {@link #NONE} if it is empty or unreadable. If only the run is unreadable, its state is
     * unknown and the rest remains valid.
     */
    public static RunRecord decode(String text) {
        if (text.isBlank()) {
            return NONE;
        }
        try {
            TextFields fields = TextFields.parse(text);
            if (!fields.containsAny(FIELDS)) {
                return NONE;
            }
            Optional<Run> run = fields.get("run").isEmpty() ? Optional.empty() : Optional.of(run(fields));
            boolean isTriedAgain = run.isPresent() && run.get().state() == State.FAILED;
            return new RunRecord(
                    fields.number("begun").map(Instant::ofEpochMilli),
                    run,
                    fields.number("due").map(Instant::ofEpochMilli),
                    fields.number("completed").orElse(0L),
                    past(fields.get("past")),
                    isTriedAgain ? fields.number("retry").map(Instant::ofEpochMilli) : Optional.empty(),
                    fields.without(FIELDS));
        } catch (IllegalArgumentException unreadable) {
            return NONE;
        }
    }

    private static Run run(TextFields fields) {
        try {
            return new Run(
                    fields.get("run"),
                    RunSource.valueOf(fields.get("source")),
                    fields.number("at").map(Instant::ofEpochMilli),
                    Math.toIntExact(fields.require("attempt")),
                    Math.toIntExact(fields.number("try").orElse(1L)),
                    Math.toIntExact(fields.require("total")),
                    Long.parseUnsignedLong(fields.get("session"), 16),
                    fields.get("instance"),
                    fields.get("nonce"),
                    State.parse(fields.get("state")),
                    fields.get("reason"));
        } catch (IllegalArgumentException | ArithmeticException ofAnotherVersion) {
            return new Run(
                    fields.get("run"),
                    RunSource.NORMAL_TRIGGER,
                    Optional.empty(),
                    1,
                    1,
                    0,
                    0,
                    fields.get("instance"),
                    fields.get("nonce"),
                    State.UNKNOWN,
                    "");
        }
    }
}
