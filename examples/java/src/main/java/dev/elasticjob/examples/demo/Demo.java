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
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Runs three workers, a ZooKeeper server, a database and the console, and lets the user kill workers.
 *
 * <p>The shutdown order is the same for {@code q}, a time limit and a signal: the console, the workers, the session of
 * this process, the servers, all files.
 */
public final class Demo {

    private static final int WORKERS = 3;
    private static final Duration REDRAW = Duration.ofSeconds(1);
    private static final Duration LONGEST_END = Duration.ofSeconds(20);
    private static final int PASSWORD_BYTES = 16;

    private final DemoSettings settings;
    private final View view;
    private final BlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
    private final Map<DemoJob, JobState> jobs = new LinkedHashMap<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private Workers workers;
    private RegistryTree tree;
    private Database database;
    private boolean ending;

    private Demo(DemoSettings settings) {
        this.settings = settings;
        view = settings.live()
                ? new LiveView(System.out, settings.rows(), settings.columns())
                : new LineView(System.out);
    }

    public static void main(String[] args) throws InterruptedException, IOException, SQLException {
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

    /** Handles signals: the JVM waits until this method returns. */
    private void endNow() {
        inbox.add(this::end);
        try {
            ended.await(LONGEST_END.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException impatient) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() throws InterruptedException, IOException, SQLException {
        try (DemoDirectory directory = DemoDirectory.create();
                EmbeddedZookeeper server = EmbeddedZookeeper.startTemporary();
                Database history = Database.start(randomPassword());
                Shop shop = Shop.open(line -> inbox.add(() -> view.show(new WorkerLine(Kind.RUN, line))));
                CoordinatorRegistryCenter center = new ZookeeperRegistryCenter(
                        new ZookeeperConfiguration(server.connectString(), Place.NAMESPACE))) {
            Place place = new Place(
                    server.connectString(),
                    history.url(),
                    shop.url(),
                    directory.writeScript().toString());
            DemoJobs.at(place).forEach(job -> jobs.put(job, JobState.UNKNOWN));
            center.init();
            database = history;
            tree = new RegistryTree(center, inbox::add, this::changed);
            try (Workers started = new Workers(place, history.password());
                    ConsoleProcess console = new ConsoleProcess(
                            consoleJar(), directory.path().resolve("console"), new ConsoleEvents())) {
                workers = started;
                begin(place);
                if (settings.console()) {
                    view.console("The console is starting ...");
                    console.start(settings.port(), place, history.password());
                }
                work();
                view.end("Ending the workers, the console and ZooKeeper ...");
            }
        } finally {
            ended.countDown();
        }
        System.out.println("Done; nothing is left of it.");
    }

    private static String randomPassword() {
        byte[] bytes = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Returns the path passed by the launch script. */
    private static Path consoleJar() {
        return Path.of(System.getProperty("demo.console", "elasticjob-console.jar"));
    }

    private void begin(Place place) {
        view.begin(welcome(place));
        jobs.keySet().forEach(tree::follow);
        for (int i = 0; i < WORKERS; i++) {
            addWorker();
        }
        Thread input = new Thread(this::readCommands, "commands");
        input.setDaemon(true);
        input.start();
    }

    private String welcome(Place place) {
        return String.join(
                System.lineSeparator(),
                WORKERS + " workers share " + jobs.size() + " jobs through ZooKeeper on " + place.zookeeper()
                        + ". Type and press Enter:",
                "  k 2        kill worker 2 and watch its items move, when its session ends after "
                        + Worker.SESSION_MILLIS / 1000 + " s",
                "  s 2        stop it in good order; a  add a worker; q  quit, as does Ctrl-C",
                "  t nightly  trigger a job ("
                        + String.join(
                                ", ", jobs.keySet().stream().map(DemoJob::name).toList()) + ")",
                settings.live() ? "Items by number: * runs, ! failed last time." : "");
    }

    /** Forwards events of the console process to the main thread of the demo. */
    private final class ConsoleEvents implements ConsoleProcess.Listener {

        @Override
        public void up(ConsoleProcess.Login login) {
            inbox.add(() -> view.console(String.join(
                    System.lineSeparator(),
                    "The console: " + login.address() + "  log in as " + login.name() + ", password "
                            + login.password(),
                    "  Open orders there, kill a worker here, and watch its items and its run move.")));
        }

        @Override
        public void said(String line) {
            inbox.add(() -> event(line));
        }

        @Override
        public void failed(String why) {
            inbox.add(() -> {
                view.console("There is no console any more.");
                event(why);
            });
        }
    }

    /** Executes queued events, and redraws the view every second. */
    private void work() throws InterruptedException, SQLException {
        long begin = System.nanoTime();
        long drawn = begin - REDRAW.toNanos();
        while (!ending) {
            long untilRedraw = Math.max(0, drawn + REDRAW.toNanos() - System.nanoTime());
            Runnable next = inbox.poll(untilRedraw, TimeUnit.NANOSECONDS);
            if (next != null) {
                next.run();
            } else {
                drawn = System.nanoTime();
                database.nextOrder();
                view.show(workers.all(), jobs);
            }
            Duration passed = Duration.ofNanos(System.nanoTime() - begin);
            if (settings.limit().filter(limit -> passed.compareTo(limit) >= 0).isPresent()) {
                ending = true;
            }
        }
    }

    private void event(String text) {
        view.show(new WorkerLine(Kind.EVENT, workers.named(text)));
    }

    // ---- events ----

    private void changed(DemoJob job, JobState now) {
        JobState before = jobs.put(job, now);
        if (!now.leader().equals(before.leader())) {
            event(job.name() + ": " + (now.leader().isEmpty() ? "no instance" : now.leader()) + " leads");
        }
        if (!now.owners().isEmpty() && !now.owners().equals(before.owners())) {
            event(job.name() + " assigned: " + now.owners());
        }
    }

    private void printed(WorkerProcess worker, WorkerLine line) {
        view.show(new WorkerLine(line.kind(), worker.name() + ": " + workers.named(line.text())));
    }

    private void ended(WorkerProcess worker) {
        worker.ended();
        event(worker.name() + " has ended");
    }

    // ---- commands ----

    private void readCommands() {
        try (BufferedReader input = new BufferedReader(new InputStreamReader(System.in))) {
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                String typed = line;
                inbox.add(() -> command(typed.strip()));
            }
        } catch (IOException closed) {
            // No further commands can be read.
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
        Optional<DemoJob> job =
                jobs.keySet().stream().filter(each -> each.name().equals(name)).findFirst();
        event(job.isPresent() ? "asking every worker to run its items of " + name : "there is no job '" + name + "'");
        job.ifPresent(found -> tree.trigger(found, jobs.get(found), this::event));
    }

    private void end() {
        ending = true;
    }
}
