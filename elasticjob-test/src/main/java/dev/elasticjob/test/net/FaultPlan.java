package dev.elasticjob.test.net;

import dev.elasticjob.test.net.FaultyProxy.Direction;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The faults to inject, shared by all connections of a proxy. */
final class FaultPlan {

    private final Set<Direction> held = EnumSet.noneOf(Direction.class);
    private final Map<Direction, Duration> delays = new EnumMap<>(Direction.class);
    private boolean refusing;
    private Predicate<byte[]> fatalRequest = piece -> false;
    private Predicate<byte[]> answeredRequest = piece -> false;
    private Predicate<byte[]> answer = piece -> false;
    private Predicate<byte[]> fatalAnswer = piece -> false;
    private Consumer<byte[]> answerEditor = piece -> {};

    synchronized void refuse() {
        refusing = true;
        disarm();
        notifyAll();
    }

    synchronized boolean refuses() {
        return refusing;
    }

    synchronized void hold(Direction direction) {
        held.add(direction);
    }

    synchronized void delay(Direction direction, Duration time) {
        delays.put(direction, time);
    }

    synchronized void cutBeforeRequest(Predicate<byte[]> request) {
        disarm();
        fatalRequest = request;
    }

    synchronized void cutBeforeAnswer(Predicate<byte[]> request, Predicate<byte[]> toAnswer) {
        disarm();
        answeredRequest = request;
        answer = toAnswer;
    }

    synchronized void editAnswers(Consumer<byte[]> editor) {
        answerEditor = editor;
    }

    synchronized void heal() {
        refusing = false;
        held.clear();
        delays.clear();
        disarm();
        notifyAll();
    }

    /** Wakes waiting threads because a condition of {@link #awaitTurn} has changed. */
    synchronized void wake() {
        notifyAll();
    }

    /** Waits while the direction is held or delayed, or until the connection is closed. */
    synchronized void awaitTurn(Direction direction, BooleanSupplier gone) throws InterruptedException {
        long arrived = System.nanoTime();
        while (!gone.getAsBoolean()) {
            if (held.contains(direction)) {
                wait();
                continue;
            }
            long left = delays.getOrDefault(direction, Duration.ZERO).toNanos() - (System.nanoTime() - arrived);
            if (left <= 0) {
                return;
            }
            wait(left / 1_000_000, (int) (left % 1_000_000));
        }
    }

    /** Returns whether the connections must be cut instead of forwarding this piece. */
    synchronized boolean isFatal(Direction direction, byte[] piece) {
        if (direction == Direction.TO_CLIENT) {
            answerEditor.accept(piece);
            return fatalAnswer.test(piece);
        }
        if (fatalRequest.test(piece)) {
            return true;
        }
        if (answeredRequest.test(piece)) {
            answeredRequest = other -> false;
            fatalAnswer = answer;
        }
        return false;
    }

    private void disarm() {
        fatalRequest = piece -> false;
        answeredRequest = piece -> false;
        fatalAnswer = piece -> false;
    }
}
