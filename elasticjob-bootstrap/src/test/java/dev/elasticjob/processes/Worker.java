package dev.elasticjob.processes;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;
import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/**
 * Application in a separate process. It executes commands from its standard input, and ends with it, so that it does not outlive the
 * test.
 *
 * <p>Every line about a run is written to the journal, a file to which all processes append with one write per line, so that its order is
 * the order of the events. Then it is written to the standard output, from which the test is notified.
 */
public final class Worker {

    /** System property with the session timeout. */
    static final String SESSION_MILLIS = "worker.session";

    /** Long enough that no session expires because the machine is busy: tests end sessions explicitly. */
    private static final int LONG_SESSION_MILLIS = 120_000;

    private final CoordinatorRegistryCenter center;
    private final OutputStream journal;
    private final Map<String, CountDownLatch> held = new ConcurrentHashMap<>();
    private final Map<String, OneOffJobBootstrap> oneOffs = new ConcurrentHashMap<>();

    private Worker(CoordinatorRegistryCenter center, OutputStream journal) {
        this.center = center;
        this.journal = journal;
    }

    /**
     * Runs the application.
     *
     * @param arguments servers, namespace, and the journal
     */
    public static void main(String[] arguments) throws IOException {
        ZookeeperConfiguration configuration = new ZookeeperConfiguration(arguments[0], arguments[1]);
        configuration.setSessionTimeoutMilliseconds(Integer.getInteger(SESSION_MILLIS, LONG_SESSION_MILLIS));
        CoordinatorRegistryCenter center = new ZookeeperRegistryCenter(configuration);
        center.init();
        // Not a channel, which would be closed by an interrupt of the writing thread.
        Worker worker = new Worker(center, new FileOutputStream(arguments[2], true));
        worker.print("ready");
        worker.obey();
        Runtime.getRuntime().halt(0);
    }

    private void obey() throws IOException {
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = orders.readLine(); line != null; line = orders.readLine()) {
            String[] words = line.split(" ", 4);
            String job = words[1];
            switch (words[0]) {
                case "schedule" -> {
                    JobConfiguration config =
                            config(job, words[2]).cron(words[3]).build();
                    new ScheduleJobBootstrap(center, recorded(context -> {}), config).schedule();
                }
                case "schedule-held" -> {
                    JobConfiguration config =
                            config(job, words[2]).cron(words[3]).build();
                    new ScheduleJobBootstrap(center, recorded(held(job)), config).schedule();
                }
                case "join-held" -> {
                    JobConfiguration config = config(job, words[2]).build();
                    oneOffs.put(job, new OneOffJobBootstrap(center, recorded(held(job)), config));
                }
                case "execute" ->
                    oneOffs.get(job)
                            .execute()
                            .whenComplete((result, problem) ->
                                    print(result != null && result.isSuccess() ? "succeeded" : "failed", job));
                case "release" -> held.get(job).countDown();
                default -> throw new IllegalArgumentException(line);
            }
        }
    }

    private static JobConfiguration.Builder config(String job, String total) {
        return JobConfiguration.newBuilder(job, Integer.parseInt(total))
                .timeZone("UTC")
                .failover(true);
    }

    /** Returns a job that runs until it is released or interrupted. */
    private SimpleJob held(String job) {
        CountDownLatch latch = new CountDownLatch(1);
        held.put(job, latch);
        return context -> latch.await();
    }

    private SimpleJob recorded(SimpleJob code) {
        return context -> {
            print("begin", context);
            try {
                code.execute(context);
            } catch (InterruptedException interrupted) {
                print("interrupted", context);
                throw interrupted;
            }
            print("end", context);
        };
    }

    private void print(String what, ShardingContext context) {
        print(
                what,
                context.getJobName(),
                String.valueOf(context.getShardingItem()),
                context.getScheduledAt().map(Instant::toString).orElse("-"),
                String.valueOf(context.getFencingToken()),
                String.valueOf(context.getAttempt()),
                context.getSource().name());
    }

    private void print(String what, String... more) {
        String line = what + " " + ProcessHandle.current().pid() + " " + String.join(" ", more);
        try {
            journal.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        System.out.println(line);
    }
}
