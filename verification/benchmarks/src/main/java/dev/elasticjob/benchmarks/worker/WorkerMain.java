package dev.elasticjob.benchmarks.worker;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A process with jobs. It executes one command per input line, answers each with a line that begins with {@code ok} or
 * {@code error}, and exits when its standard input is closed.
 */
public final class WorkerMain {

    private final Engine engine;
    private final RunLog log = new RunLog();
    private final BackToBack backToBack;
    private final AtomicInteger running = new AtomicInteger();
    private volatile boolean holding;

    private WorkerMain(Engine engine) {
        this.engine = engine;
        backToBack = new BackToBack(engine);
    }

    /** @param arguments engine ({@code subject} or {@code reference}), servers, namespace, session timeout in milliseconds */
    public static void main(String[] arguments) throws IOException {
        PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        // Redirects the output of libraries, which must not be mistaken for an answer.
        System.setOut(System.err);
        Engine engine = arguments[0].equals("subject") ? new SubjectEngine() : new ForeignEngine();
        WorkerMain worker = new WorkerMain(engine);
        engine.open(arguments[1], arguments[2], Integer.parseInt(arguments[3]));
        answers.println("ok");
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = orders.readLine(); line != null && !line.equals("quit"); line = orders.readLine()) {
            try {
                answers.println(("ok " + worker.obey(line.split(" "))).strip());
            } catch (InterruptedException | RuntimeException problem) {
                problem.printStackTrace();
                answers.println("error " + problem.toString().replace('\n', ' '));
            }
        }
        engine.close();
        answers.println("ok");
        // Exits instead of halting, so that a profiler can write its results.
        System.exit(0);
    }

    private String obey(String[] order) throws InterruptedException {
        switch (order[0]) {
            case "start":
                return start(order);
            case "log":
                log.open(Integer.parseInt(order[1]));
                return "";
            case "runs":
                return String.valueOf(log.runs());
            case "running":
                return String.valueOf(running.get());
            case "logged":
                return log.text();
            case "hold":
                holding = Boolean.parseBoolean(order[1]);
                return "";
            case "execute":
                engine.execute(order[1]);
                return "";
            case "shutdown":
                engine.shutdown(order[1]);
                return "";
            case "load":
                return load(order);
            case "drive":
                return backToBack.run(TimeUnit.MILLISECONDS.toNanos(Long.parseLong(order[1])));
            case "stats":
                return stats();
            case "cpu":
                return String.valueOf(cpuNanos());
            default:
                throw new IllegalArgumentException("Unknown order: " + String.join(" ", order));
        }
    }

    /** Executes {@code start prefix count items cron monitor failover misfire} and returns the duration in nanoseconds. */
    private String start(String[] order) {
        int count = Integer.parseInt(order[2]);
        long begun = System.nanoTime();
        for (int i = 0; i < count; i++) {
            int job = i;
            engine.start(spec(order, i), item -> run(job, item));
        }
        for (int i = 0; i < count; i++) {
            engine.awaitStarted(order[1] + i);
        }
        return String.valueOf(System.nanoTime() - begun);
    }

    private static JobSpec spec(String[] order, int index) {
        return new JobSpec(
                order[1] + index,
                Integer.parseInt(order[3]),
                order[4].equals("-") ? "" : order[4].replace('_', ' '),
                Boolean.parseBoolean(order[5]),
                Boolean.parseBoolean(order[6]),
                Boolean.parseBoolean(order[7]));
    }

    private void run(int job, int item) {
        log.began(job, item);
        if (!holding) {
            return;
        }
        running.incrementAndGet();
        try {
            while (holding && !Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        } finally {
            running.decrementAndGet();
        }
    }

    /** Executes {@code load prefix count items monitor}: starts one-off jobs that {@code drive millis} runs back to back. */
    private String load(String[] order) {
        int count = Integer.parseInt(order[2]);
        int items = Integer.parseInt(order[3]);
        String[] start = {"start", order[1], "1", order[3], "-", order[4], "false", "false"};
        for (int i = 0; i < count; i++) {
            engine.start(spec(start, i), backToBack.driven(order[1] + i, items));
        }
        for (int i = 0; i < count; i++) {
            engine.awaitStarted(order[1] + i);
        }
        return "";
    }

    /** Returns the number of threads, the heap in use after a collection in bytes, and the CPU time in nanoseconds. */
    private static String stats() {
        Runtime runtime = Runtime.getRuntime();
        System.gc();
        System.gc();
        return ManagementFactory.getThreadMXBean().getThreadCount() + " "
                + (runtime.totalMemory() - runtime.freeMemory()) + " " + cpuNanos();
    }

    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }
}
