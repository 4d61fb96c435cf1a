package dev.elasticjob.examples.demo;

import dev.elasticjob.examples.demo.DemoJobs.DemoJob;
import dev.elasticjob.examples.demo.WorkerLine.Kind;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.zookeeper.EmbeddedZookeeper;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Three workers, a ZooKeeper server, and somebody who may kill them.
 *
 * <p>Order of the end, which is the same for {@code q}, a time limit and a signal: the workers, our own session, the server
 * with its directory.
 */
public final class Demo {

    private static final int WORKERS = 3;
    private static final Duration REDRAW = Duration.ofSeconds(1);
    private static final Duration LONGEST_END = Duration.ofSeconds(20);

    private final DemoSettings settings;
    private final View view;
    private final BlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
    private final Map<DemoJob, JobState> jobs = new LinkedHashMap<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private Workers workers;
    private RegistryTree tree;
    private boolean ending;

    private Demo(DemoSettings settings) {
        this.settings = settings;
        view = settings.live()
                ? new LiveView(System.out, settings.rows(), settings.columns())
                : new LineView(System.out);
        DemoJobs.ALL.forEach(job -> jobs.put(job, JobState.UNKNOWN));
    }

    public static void main(String[] args) throws InterruptedException {
        DemoSettings settings;
        try {
            settings = DemoSettings.parse(args);
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage());
            System.exit(2);
            return;
        }
        Demo demo = new Demo(settings);
        Runtime.getRuntime().addShutdownHook(new Thread(demo::endNow, "demo-end"));
        demo.run();
    }

    /** For signals: the JVM waits until this returns. */
    private void endNow() {
        inbox.add(this::end);
        try {
            ended.await(LONGEST_END.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException impatient) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() throws InterruptedException {
        try (EmbeddedZookeeper server = EmbeddedZookeeper.startTemporary();
                CoordinatorRegistryCenter center = new ZookeeperRegistryCenter(
                        new ZookeeperConfiguration(server.connectString(), Worker.NAMESPACE));
                Workers started = new Workers(server.connectString())) {
            center.init();
            workers = started;
            tree = new RegistryTree(center, inbox::add, this::changed);
            begin(server.connectString());
            work();
            view.end("Ending the workers and ZooKeeper ...");
        } finally {
            ended.countDown();
        }
        System.out.println("Done; nothing is left of it.");
    }

    private void begin(String connectString) {
        view.begin(welcome(connectString));
        jobs.keySet().forEach(tree::follow);
        for (int i = 0; i < WORKERS; i++) {
            addWorker();
        }
        Thread input = new Thread(this::readCommands, "commands");
        input.setDaemon(true);
        input.start();
    }

    private String welcome(String connectString) {
        return String.join(
                System.lineSeparator(),
                WORKERS + " workers share four jobs through ZooKeeper on " + connectString + ". Type and press Enter:",
                "  k 2        kill worker 2; its items move when its session ends, after "
                        + Worker.SESSION_MILLIS / 1000 + " s",
                "  s 2        stop it in good order; a  add a worker; q  quit",
                "  t nightly  trigger a job ("
                        + String.join(
                                ", ", jobs.keySet().stream().map(DemoJob::name).toList()) + ")",
                settings.live() ? "Items by number: * runs, ! failed last time." : "");
    }

    /** Does what comes, and shows how things stand every second. */
    private void work() throws InterruptedException {
        long begin = System.nanoTime();
        long drawn = begin - REDRAW.toNanos();
        while (!ending) {
            long untilRedraw = Math.max(0, drawn + REDRAW.toNanos() - System.nanoTime());
            Runnable next = inbox.poll(untilRedraw, TimeUnit.NANOSECONDS);
            if (next != null) {
                next.run();
            } else {
                drawn = System.nanoTime();
                view.show(workers.all(), jobs);
            }
            Duration passed = Duration.ofNanos(System.nanoTime() - begin);
            if (settings.limit().filter(limit -> passed.compareTo(limit) >= 0).isPresent()) {
                ending = true;
            }
        }
    }

    private void event(String text) {
        view.tell(new WorkerLine(Kind.EVENT, workers.named(text)));
    }

    // ---- what happens ----

    private void changed(DemoJob job, JobState now) {
        JobState before = jobs.put(job, now);
        if (!now.leader().equals(before.leader())) {
            event(job.name() + ": " + (now.leader().isEmpty() ? "nobody" : now.leader()) + " leads");
        }
        if (!now.owners().isEmpty() && !now.owners().equals(before.owners())) {
            event(job.name() + " shared out: " + now.owners());
        }
    }

    private void printed(WorkerProcess worker, WorkerLine line) {
        view.tell(new WorkerLine(line.kind(), worker.name() + ": " + workers.named(line.text())));
    }

    private void ended(WorkerProcess worker) {
        worker.ended();
        event(worker.name() + " has ended");
    }

    // ---- what somebody wants ----

    private void readCommands() {
        try (BufferedReader input = new BufferedReader(new InputStreamReader(System.in))) {
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                String typed = line;
                inbox.add(() -> command(typed.strip()));
            }
        } catch (IOException closed) {
            // Then nobody can type any more.
        }
        if (settings.live()) {
            inbox.add(this::end);
        }
    }

    private void command(String line) {
        view.typed();
        String[] words = line.split("\\s+", 2);
        String subject = words.length > 1 ? words[1] : "";
        switch (words[0]) {
            case "k" ->
                withWorker(subject, worker -> {
                    event("killing " + worker.name());
                    worker.kill();
                });
            case "s" ->
                withWorker(subject, worker -> {
                    event("stopping " + worker.name());
                    worker.stop();
                });
            case "a" -> addWorker();
            case "t" -> trigger(subject);
            case "q" -> end();
            case "" -> {}
            default -> event("'" + line + "' is none of k, s, a, t and q");
        }
        view.show(workers.all(), jobs);
    }

    private void withWorker(String number, Consumer<WorkerProcess> action) {
        workers.living(number)
                .ifPresentOrElse(action, () -> event("no worker '" + number + "' is running: say its number"));
    }

    private void addWorker() {
        WorkerProcess added = workers.add(
                (worker, line) -> inbox.add(() -> printed(worker, line)), worker -> inbox.add(() -> ended(worker)));
        event(added.name() + " is started, pid " + added.pid());
    }

    private void trigger(String name) {
        Optional<DemoJob> job = DemoJobs.named(name);
        event(job.isPresent() ? "asking every worker to run its items of " + name : "there is no job '" + name + "'");
        job.ifPresent(found -> tree.trigger(found, jobs.get(found), this::event));
    }

    private void end() {
        ending = true;
    }
}
