package dev.elasticjob.chaos.analysis;

import dev.elasticjob.chaos.record.Event.Kind;
import dev.elasticjob.chaos.record.History;
import dev.elasticjob.witness.TriedJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Generates records of 60 seconds without any violation, which a test modifies. Times are in seconds. */
final class Story {

    static final int LENGTH = 60;

    /** A multiple of the period of every job. */
    private static final long WALL_SECONDS = 1_800_000_000;

    private static final int[] PIDS = {1, 2, 3};

    /** Runs by job, item and fire time. */
    private final Map<String, List<String>> runs = new TreeMap<>();

    private final List<String> events = new ArrayList<>();
    private final boolean tells;
    private int number;

    private Story(boolean tells) {
        this.tells = tells;
    }

    /** Creates records of an engine that reports fire times and tokens. */
    static Story calm() {
        return new Story(true).filled();
    }

    /** Creates records of an engine that reports neither. */
    static Story calmAndSilent() {
        return new Story(false).filled();
    }

    private Story filled() {
        for (int pid : PIDS) {
            event(0, Kind.STARTED, pid + " " + pid);
            event(0, Kind.READY, pid);
        }
        event(0, Kind.OWNERS, "fast open 6 0:1 1:1 2:2 3:2 4:3 5:3");
        event(0, Kind.OWNERS, "slow open 3 0:1 1:2 2:3");
        event(1, Kind.BEGIN, "");
        event(LENGTH, Kind.END, "");
        for (TriedJob job : TriedJob.ALL) {
            int period = (int) job.period().toSeconds();
            for (int at = period; at < LENGTH; at += period) {
                for (int item = 0; item < job.items(); item++) {
                    run(ownerOf(job, item), job, item, at);
                }
            }
        }
        return this;
    }

    static int ownerOf(TriedJob job, int item) {
        return PIDS[item * PIDS.length / job.items()];
    }

    Story event(double at, Kind kind, Object words) {
        events.add(nanos(at) + " " + wall(at) + " " + kind + " " + words);
        return this;
    }

    private static long tokenAt(double begin) {
        return Math.round(begin * 1000);
    }

    private static long nanos(double at) {
        return Math.round(at * 1e9);
    }

    private static long wall(double at) {
        return WALL_SECONDS * 1000 + Math.round(at * 1000);
    }

    private Story run(int pid, TriedJob job, int item, int instant) {
        double begin = instant + 0.01;
        return run(
                pid,
                job,
                item,
                job.items(),
                instant,
                1,
                begin,
                begin + job.work().toMillis() / 1000.0,
                "done");
    }

    /** Adds a run. */
    Story run(
            int pid,
            TriedJob job,
            int item,
            int total,
            int instant,
            int attempt,
            double begin,
            double end,
            String how) {
        return run(pid, job, item, total, instant, attempt, begin, end, how, tokenAt(begin));
    }

    Story run(
            int pid,
            TriedJob job,
            int item,
            int total,
            int instant,
            int attempt,
            double begin,
            double end,
            String how,
            long token) {
        String id = pid + " " + ++number;
        String told = tells ? wall(instant) + " " + token + " " + attempt + " NORMAL_TRIGGER" : "- - 1 -";
        return write(key(job, item, instant), begin, end, how, id, job, item, total, told);
    }

    /** Adds a run requested by an operator. */
    Story asked(int pid, TriedJob job, int item, double begin) {
        String told = tells ? "- " + tokenAt(begin) + " 1 MANUAL_TRIGGER" : "- - 1 -";
        return write("asked", begin, begin + 0.7, "done", pid + " " + ++number, job, item, job.items(), told);
    }

    private Story write(
            String key,
            double begin,
            double end,
            String how,
            String id,
            TriedJob job,
            int item,
            int total,
            String told) {
        List<String> lines = runs.computeIfAbsent(key, each -> new ArrayList<>());
        lines.add("begin " + nanos(begin) + " " + wall(begin) + " " + id + " " + job.name() + " " + item + " " + total
                + " " + told);
        if (!how.equals("none")) {
            lines.add("end " + nanos(end) + " " + wall(end) + " " + id + " " + how);
        }
        return this;
    }

    private static String key(TriedJob job, int item, int instant) {
        return job.name() + " " + item + " " + instant;
    }

    /** Removes the runs of an item for the fire times from one to another. */
    Story without(TriedJob job, int item, int from, int to) {
        for (int at = from; at <= to; at++) {
            runs.remove(key(job, item, at));
        }
        return this;
    }

    /** Removes all runs that a process began from one time to another. */
    Story withoutRunsOf(int pid, int from, int to) {
        for (TriedJob job : TriedJob.ALL) {
            for (int item = 0; item < job.items(); item++) {
                if (ownerOf(job, item) == pid) {
                    without(job, item, from, to);
                }
            }
        }
        return this;
    }

    Report analysed() {
        List<String> lines = runs.values().stream().flatMap(List::stream).toList();
        return Analyser.analyse(History.parse(lines, events));
    }
}
