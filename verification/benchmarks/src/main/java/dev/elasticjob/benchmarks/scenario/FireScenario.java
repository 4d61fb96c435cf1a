package dev.elasticjob.benchmarks.scenario;

import dev.elasticjob.benchmarks.process.Side;
import dev.elasticjob.benchmarks.process.Worker;
import dev.elasticjob.benchmarks.process.Worker.Options;
import dev.elasticjob.benchmarks.stats.Samples;
import dev.elasticjob.benchmarks.wire.Traffic;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** Measures a fire of one job: its cost, and the lateness of its first and last item. */
public final class FireScenario implements Scenario {

    private static final int COUNTED_FIRES = 3;

    /** Number of items and instances of one job, and its period. */
    private record Size(int items, int instances, int period) {

        String label() {
            return String.format(Locale.ROOT, "%,d items, %d instance%s: ", items, instances, instances > 1 ? "s" : "");
        }
    }

    @Override
    public String name() {
        return "fire";
    }

    @Override
    public String description() {
        return "a fire with 1, 10, 100 and 1,000 items on 1 and 5 instances: traffic and lateness";
    }

    @Override
    public void measure(Setting setting) {
        count(setting, new Size(100, 1, 6));
        if (!setting.quick()) {
            count(setting, new Size(1, 1, 4));
            count(setting, new Size(10, 1, 4));
            count(setting, new Size(1_000, 1, 60));
            count(setting, new Size(100, 5, 12));
        }
        int fires = setting.quickOr(8, 40);
        time(setting, new Size(100, 1, 6), fires);
        if (!setting.quick()) {
            time(setting, new Size(1, 1, 4), fires);
            time(setting, new Size(10, 1, 4), fires);
            time(setting, new Size(1_000, 1, 60), 4);
            time(setting, new Size(100, 5, 12), fires / 4);
        }
    }

    // ---- counts ----

    private void count(Setting setting, Size size) {
        Beats beats = new Beats(size.period);
        try (Team subject = Team.counted(setting, Side.SUBJECT, size.instances);
                Team reference = Team.counted(setting, Side.REFERENCE, size.instances)) {
            Map<Side, Team> teams = new EnumMap<>(Map.of(Side.SUBJECT, subject, Side.REFERENCE, reference));
            teams.forEach((side, team) -> team.startJobs(1, size.items, beats.cron(side), Options.DEFAULT));
            Map<Side, Traffic> cost = new EnumMap<>(Side.class);
            // The fires are offset by half a period, so both engines can be measured concurrently.
            Map<Side, CompletableFuture<Traffic>> counting = new EnumMap<>(Side.class);
            teams.forEach((side, team) ->
                    counting.put(side, CompletableFuture.supplyAsync(() -> leastOf(setting, team, side, beats, size))));
            counting.forEach((side, traffic) -> cost.put(side, traffic.join()));
            Traffic subjectResult = cost.get(Side.SUBJECT);
            Traffic referenceResult = cost.get(Side.REFERENCE);
            boolean judged = size.items == 100 && size.instances == 1;
            setting.report()
                    .count(
                            size.label() + "requests",
                            subjectResult.requests(),
                            referenceResult.requests(),
                            judged ? OptionalDouble.of(300) : OptionalDouble.empty());
            setting.report()
                    .count(
                            size.label() + "notifications",
                            subjectResult.notifications(),
                            referenceResult.notifications(),
                            OptionalDouble.empty());
        }
    }

    /**
     * Returns the minimum of several fires, because a heartbeat of this project, which also counts as a request, falls
     * into some of them.
     */
    private static Traffic leastOf(Setting setting, Team team, Side side, Beats beats, Size size) {
        List<Traffic> costs = new ArrayList<>();
        // The first fire is skipped because ElasticJob 3.0.4 assigns the items in it. The interval starts shortly
        // before a fire time, when the previous fire has ended and the next has not begun; this project reads 200 ms
        // ahead.
        long from = beats.next(side, Setting.micros()) + beats.micros() - 400_000;
        for (int i = 0; i < COUNTED_FIRES; i++) {
            Setting.restUntil(from);
            team.log(10 * size.items);
            Traffic before = team.traffic();
            from += beats.micros();
            Setting.restUntil(from);
            costs.add(team.traffic().minus(before));
            int runs = team.runs();
            if (runs != size.items) {
                setting.report().note(size.label() + side + " ran " + runs + " items");
                costs.remove(costs.size() - 1);
            }
        }
        return costs.stream().min(Comparator.comparingLong(Traffic::requests)).orElseThrow();
    }

    // ---- times ----

    private void time(Setting setting, Size size, int fires) {
        Beats beats = new Beats(size.period);
        try (Team subject = Team.direct(setting, Side.SUBJECT, size.instances);
                Team reference = Team.direct(setting, Side.REFERENCE, size.instances)) {
            Map<Side, Team> teams = new EnumMap<>(Map.of(Side.SUBJECT, subject, Side.REFERENCE, reference));
            teams.forEach((side, team) -> team.startJobs(1, size.items, beats.cron(side), Options.DEFAULT));
            // Both engines warm up first.
            Setting.restUntil(beats.next(Side.SUBJECT, Setting.micros()) + 3 * beats.micros() - beats.micros() / 4);
            teams.values().forEach(team -> team.log((fires + 2) * size.items));
            Setting.rest(java.time.Duration.ofSeconds((long) fires * size.period));
            Map<Side, Lateness> late = new EnumMap<>(Side.class);
            teams.forEach((side, team) -> late.put(side, Lateness.of(team.logged(), side, beats, size.items)));
            for (Side side : Side.values()) {
                setting.report().note(size.label() + side + ": " + late.get(side));
            }
            boolean judged = size.items == 100;
            OptionalDouble demanded = judged ? OptionalDouble.of(10) : OptionalDouble.empty();
            Lateness subjectResult = late.get(Side.SUBJECT);
            Lateness referenceResult = late.get(Side.REFERENCE);
            setting.report()
                    .less(
                            size.label() + "first item late, p50",
                            "ms",
                            subjectResult.first,
                            referenceResult.first,
                            Samples::median,
                            demanded);
            setting.report()
                    .less(
                            size.label() + "first item late, worst",
                            "ms",
                            subjectResult.first,
                            referenceResult.first,
                            Samples::max,
                            OptionalDouble.empty());
            setting.report()
                    .less(
                            size.label() + "last item late, p50",
                            "ms",
                            subjectResult.last,
                            referenceResult.last,
                            Samples::median,
                            demanded);
            setting.report()
                    .less(
                            size.label() + "last item late, worst",
                            "ms",
                            subjectResult.last,
                            referenceResult.last,
                            Samples::max,
                            OptionalDouble.empty());
        }
    }

    /**
     * Lateness of the first and last item of each fire, in milliseconds.
     *
     * @param incomplete number of fires in which not every item ran exactly once
     */
    private record Lateness(Samples first, Samples last, int incomplete) {

        static Lateness of(List<Worker.Run> runs, Side side, Beats beats, int items) {
            Map<Long, List<Double>> byInstant = new TreeMap<>();
            for (Worker.Run run : runs) {
                long instant = beats.instantOf(side, run.micros());
                byInstant.computeIfAbsent(instant, unseen -> new ArrayList<>()).add((run.micros() - instant) / 1000.0);
            }
            List<Double> first = new ArrayList<>();
            List<Double> last = new ArrayList<>();
            int incomplete = 0;
            for (List<Double> late : byInstant.values()) {
                if (late.size() != items) {
                    incomplete++;
                    continue;
                }
                first.add(late.stream().min(Double::compare).orElseThrow());
                last.add(late.stream().max(Double::compare).orElseThrow());
            }
            return new Lateness(Samples.of(first), Samples.of(last), incomplete);
        }

        @Override
        public String toString() {
            return first.size() + " whole fires, " + incomplete + " others";
        }
    }
}
