package dev.elasticjob.processes;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.memory.InMemoryRegistry;
import dev.elasticjob.registry.memory.InMemoryRegistryCenter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Application whose {@code main} starts jobs and returns. A daemon thread then executes the commands from the standard input, so that no
 * thread of the application itself keeps the JVM alive.
 */
public final class DaemonControlled {

    private final CoordinatorRegistryCenter center = new InMemoryRegistryCenter(new InMemoryRegistry(), "daemon");
    private OneOffJobBootstrap oneOff;
    private ScheduleJobBootstrap scheduled;

    /**
     * Starts the jobs.
     *
     * @param arguments jobs to start: {@code one-off}, {@code scheduled}
     */
    public static void main(String[] arguments) {
        new DaemonControlled().run(List.of(arguments));
    }

    private void run(List<String> jobs) {
        center.init();
        SimpleJob job = context -> System.out.println("item " + context.getShardingItem());
        if (jobs.contains("one-off")) {
            JobConfiguration config = JobConfiguration.newBuilder("one-off", 1).build();
            oneOff = new OneOffJobBootstrap(center, job, config);
        }
        if (jobs.contains("scheduled")) {
            JobConfiguration config = JobConfiguration.newBuilder("scheduled", 1)
                    .cron("0 0 0 1 1 ? 2099")
                    .build();
            scheduled = new ScheduleJobBootstrap(center, job, config);
            scheduled.schedule();
        }
        Thread main = Thread.currentThread();
        Thread control = new Thread(() -> control(main), "control");
        control.setDaemon(true);
        control.start();
    }

    private void control(Thread main) {
        try (BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            main.join();
            System.out.println("main has ended");
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                execute(line);
                System.out.println("done: " + line);
            }
            // The test process has ended.
            Runtime.getRuntime().halt(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void execute(String command) {
        switch (command) {
            case "execute one-off" -> oneOff.execute().join();
            case "shut down one-off" -> oneOff.shutdown();
            case "shut down scheduled" -> scheduled.shutdown();
            case "close registry center" -> center.close();
            default -> throw new IllegalArgumentException(command);
        }
    }
}
