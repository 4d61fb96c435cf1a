package dev.elasticjob.benchmarks.process;

import dev.elasticjob.benchmarks.worker.WorkerMain;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A process that runs jobs on one engine. */
public final class Worker implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration LONG_PATIENCE = Duration.ofMinutes(15);
    private static final Duration SETTLING = Duration.ofSeconds(5);

    private final Side side;
    private final Child process;
    private boolean killed;

    private Worker(Side side, Child process) {
        this.side = side;
        this.process = process;
    }

    /** Start of an item. */
    public record Run(int job, int item, long micros) {}

    /** Number of threads, used heap in bytes, and CPU time of the process. */
    public record Stats(int threads, long heap, Duration cpu) {}

    /** Result of {@link #drive}. */
    public record Load(long itemRuns, long lostRequests, double seconds) {

        public double perSecond() {
            return itemRuns / seconds;
        }
    }

    /** JIT compilers of a process, by its lifetime. */
    public enum Life {
        /** A process that runs for seconds. It uses the C1 compiler only, because C2 would be busy for all of that time. */
        SHORT("-XX:TieredStopAtLevel=1"),
        /** A process that is warmed up before the measurement. It uses both compilers. */
        LONG("-XX:+TieredCompilation");

        private final String option;

        Life(String option) {
            this.option = option;
        }
    }

    public static Worker start(Side side, Life life, String servers, String namespace, int sessionMillis) {
        List<String> options = new ArrayList<>(List.of(
                "-Dlogback.configurationFile=worker-logback.xml",
                life.option,
                "-XX:+UseSerialGC",
                // Lets the worker use the loopback interface on machines that have no other.
                "-Delasticjob.preferred.network.interface=lo"));
        String more = System.getProperty("bench." + side.argument() + ".options", "");
        if (!more.isEmpty()) {
            options.addAll(Arrays.asList(more.split(" ")));
        }
        Child process = Child.start(
                side.argument(),
                side == Side.SUBJECT ? System.getProperty("java.class.path") : theirClassPath(),
                options,
                WorkerMain.class.getName(),
                List.of(side.argument(), servers, namespace, String.valueOf(sessionMillis)));
        process.answer("open", PATIENCE);
        return new Worker(side, process);
    }

    /**
     * Returns the class path of ElasticJob 3.0.4 as its users get it, with the worker's classes and the same logger as
     * this project.
     */
    private static String theirClassPath() {
        try (InputStream text = Worker.class.getResourceAsStream("/foreign-elasticjob.classpath")) {
            if (text == null) {
                throw new IllegalStateException("The module foreign-elasticjob was not built");
            }
            List<String> path = new ArrayList<>();
            path.add(Path.of(WorkerMain.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString());
            Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                    .filter(entry -> entry.contains("logback-"))
                    .forEach(path::add);
            path.add(new String(text.readAllBytes(), StandardCharsets.UTF_8).strip());
            return String.join(File.pathSeparator, path);
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException("The class path of ElasticJob cannot be determined", e);
        }
    }

    public Side side() {
        return side;
    }

    public long pid() {
        return process.pid();
    }

    /**
     * Starts jobs named prefix + index.
     *
     * @param cron cron expression; empty for one-off jobs
     * @return duration of the start
     */
    public Duration startJobs(String prefix, int count, int items, String cron, Options options) {
        String answer = process.ask(
                String.join(
                        " ",
                        "start",
                        prefix,
                        String.valueOf(count),
                        String.valueOf(items),
                        cron.isEmpty() ? "-" : cron.replace(' ', '_'),
                        String.valueOf(options.monitor()),
                        String.valueOf(options.failover()),
                        String.valueOf(options.misfire())),
                LONG_PATIENCE);
        return Duration.ofNanos(Long.parseLong(answer));
    }

    /** Job settings. */
    public record Options(boolean monitor, boolean failover, boolean misfire) {

        /** Default values of both engines. */
        public static final Options DEFAULT = new Options(true, false, true);

        public static final Options FAILOVER = new Options(true, true, true);
        public static final Options UNMONITORED = new Options(false, false, true);
    }

    public void log(int capacity) {
        process.ask("log " + capacity, PATIENCE);
    }

    public int runs() {
        return Integer.parseInt(process.ask("runs", PATIENCE));
    }

    public int running() {
        return Integer.parseInt(process.ask("running", PATIENCE));
    }

    public List<Run> logged() {
        String text = process.ask("logged", PATIENCE);
        List<Run> runs = new ArrayList<>();
        if (!text.isEmpty()) {
            for (String each : text.split(" ")) {
                String[] parts = each.split(",");
                runs.add(new Run(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Long.parseLong(parts[2])));
            }
        }
        return runs;
    }

    public void hold(boolean on) {
        process.ask("hold " + on, PATIENCE);
    }

    public void execute(String job) {
        process.ask("execute " + job, PATIENCE);
    }

    public void shutdownJob(String job) {
        process.ask("shutdown " + job, PATIENCE);
    }

    /** Starts one-off jobs for {@link #drive}. */
    public void load(String prefix, int jobs, int items, boolean monitor) {
        process.ask(
                String.join(" ", "load", prefix, String.valueOf(jobs), String.valueOf(items), String.valueOf(monitor)),
                LONG_PATIENCE);
    }

    /** Runs the jobs of {@link #load} back to back. */
    public Load drive(Duration time) {
        String[] answer = process.ask("drive " + time.toMillis(), LONG_PATIENCE).split(" ");
        return new Load(Long.parseLong(answer[0]), Long.parseLong(answer[1]), Long.parseLong(answer[2]) / 1e9);
    }

    /** Runs the jobs until the throughput stops increasing, which happens when the JVM has compiled the hot code. */
    public void settle(Duration atMost) {
        double best = 0;
        int noFaster = 0;
        for (int i = 0; i < atMost.dividedBy(SETTLING) && noFaster < 2; i++) {
            double now = drive(SETTLING).perSecond();
            noFaster = now > best * 1.05 ? 0 : noFaster + 1;
            best = Math.max(best, now);
        }
    }

    public Stats stats() {
        String[] answer = process.ask("stats", PATIENCE).split(" ");
        return new Stats(
                Integer.parseInt(answer[0]), Long.parseLong(answer[1]), Duration.ofNanos(Long.parseLong(answer[2])));
    }

    public Duration cpu() {
        return Duration.ofNanos(Long.parseLong(process.ask("cpu", PATIENCE)));
    }

    public long residentBytes() {
        return ProcessFacts.residentBytes(process.pid());
    }

    /** Kills the process. Its session remains until it expires. */
    public void kill() {
        process.kill();
        killed = true;
    }

    /** Closes the session and ends the process. */
    @Override
    public void close() {
        if (killed) {
            return;
        }
        try {
            process.ask("quit", LONG_PATIENCE);
            process.awaitEnd(Duration.ofSeconds(5));
        } finally {
            process.close();
        }
    }
}
