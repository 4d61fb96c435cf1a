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

/** A process with jobs of one engine. */
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

    /** One item that ran. */
    public record Run(int job, int item, long micros) {}

    /** Threads, bytes of heap, and CPU. */
    public record Stats(int threads, long heap, Duration cpu) {}

    /** What came of {@link #drive}. */
    public record Load(long itemRuns, long lostRequests, double seconds) {

        public double perSecond() {
            return itemRuns / seconds;
        }
    }

    /** How a process is compiled. */
    public enum Life {
        /** It lives for seconds: the second compiler would be busy for as long. */
        SHORT("-XX:TieredStopAtLevel=1"),
        /** It is warmed up before anything is measured, and has both compilers. */
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
                // It does without an address of its own on machines that have no other card.
                "-Delasticjob.preferred.network.interface=lo"));
        String more = System.getProperty("bench." + side.argument() + ".options", "");
        if (!more.isEmpty()) {
            options.addAll(Arrays.asList(more.split(" ")));
        }
        Child process = Child.start(
                side.argument(),
                side == Side.OURS ? System.getProperty("java.class.path") : theirClassPath(),
                options,
                WorkerMain.class.getName(),
                List.of(side.argument(), servers, namespace, String.valueOf(sessionMillis)));
        process.answer("open", PATIENCE);
        return new Worker(side, process);
    }

    /** Its own libraries as its users get them, the worker's classes, and the same logger as ours. */
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
            throw new IllegalStateException("The class path of ElasticJob cannot be told", e);
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
     * @param cron empty for one-off jobs
     * @return how long it took
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

    /** Settings of jobs. */
    public record Options(boolean monitor, boolean failover, boolean misfire) {

        /** As both engines have them by default. */
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

    /** Starts one-off jobs that {@link #drive} runs. */
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

    /** Runs them until that gets no faster, as it does for as long as the JVM compiles what runs often. */
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

    /** Ends it without a word; its session lives until it expires. */
    public void kill() {
        process.kill();
        killed = true;
    }

    /** Ends the session and the process. */
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
