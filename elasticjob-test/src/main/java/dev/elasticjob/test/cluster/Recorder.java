package dev.elasticjob.test.cluster;

import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Records every run of every instance, and lets a test wait for a condition on the runs. */
public final class Recorder {

    /** Limit of all waits. It only ends failed tests and is not a measurement. */
    public static final long LIMIT_SECONDS = 60;

    private static final long LOOK_AGAIN_MS = 100;

    /** Start of an item. */
    public record Begun(String instance, int item, Instant scheduledAt, ShardingContext context) {}

    private final List<Begun> runs = new ArrayList<>();
    private final Map<Integer, Set<String>> running = new TreeMap<>();
    private final List<String> overlaps = new ArrayList<>();

    /** Returns a job that is recorded for the instance and then runs the given job. */
    public SimpleJob job(String instance, SimpleJob then) {
        return context -> {
            begin(instance, context);
            try {
                then.execute(context);
            } finally {
                end(instance, context);
            }
        };
    }

    public SimpleJob job(String instance) {
        return job(instance, context -> {});
    }

    private synchronized void begin(String instance, ShardingContext context) {
        runs.add(new Begun(
                instance, context.getShardingItem(), context.getScheduledAt().orElse(Instant.EPOCH), context));
        Set<String> others = running.computeIfAbsent(context.getShardingItem(), key -> new TreeSet<>());
        if (!others.isEmpty()) {
            overlaps.add("item " + context.getShardingItem() + " on " + instance + " and " + others);
        }
        others.add(instance);
        notifyAll();
    }

    private synchronized void end(String instance, ShardingContext context) {
        running.get(context.getShardingItem()).remove(instance);
        notifyAll();
    }

    public synchronized List<Begun> runs() {
        return List.copyOf(runs);
    }

    /** Returns the cases in which two instances ran the same item concurrently. */
    public synchronized List<String> overlaps() {
        return List.copyOf(overlaps);
    }

    /** Returns how often each item was started for each fire time. */
    public synchronized Map<Instant, Map<Integer, Integer>> byFireTime() {
        Map<Instant, Map<Integer, Integer>> result = new TreeMap<>();
        for (Begun run : runs) {
            result.computeIfAbsent(run.scheduledAt(), key -> new TreeMap<>()).merge(run.item(), 1, Integer::sum);
        }
        return result;
    }

    public synchronized boolean isIdle() {
        return running.values().stream().allMatch(Set::isEmpty);
    }

    /** Waits until the condition holds. */
    public synchronized void await(String what, Predicate<Recorder> condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!condition.test(this)) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                throw new AssertionError("Not within " + LIMIT_SECONDS + " s: " + what + "; runs: " + runs);
            }
            try {
                // Some conditions depend on more than runs, so they are also evaluated periodically.
                wait(Math.min(left, LOOK_AGAIN_MS));
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new AssertionError("Interrupted while waiting: " + what, interrupted);
            }
        }
    }
}
