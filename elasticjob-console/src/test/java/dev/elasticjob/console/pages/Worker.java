package dev.elasticjob.console.pages;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;
import dev.elasticjob.tracing.TracingConfiguration;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * An application with jobs in a separate process. It exits when its standard input is closed, so it does not outlive the test.
 * Runs of {@code orders} wait until a number read from standard input permits them to end.
 */
final class Worker {

    static final String NEVER = "0 0 0 1 1 ? 2099";

    private static final int SESSION_TIMEOUT_MILLIS = 2000;

    private final Semaphore mayEnd = new Semaphore(0);
    private final TracingConfiguration<?> history;

    private Worker(TracingConfiguration<?> history) {
        this.history = history;
    }

    /** @param arguments servers, namespace, and the URL of the history database */
    public static void main(String[] arguments) throws IOException {
        ZookeeperConfiguration configuration = new ZookeeperConfiguration(arguments[0], arguments[1]);
        configuration.setSessionTimeoutMilliseconds(SESSION_TIMEOUT_MILLIS);
        CoordinatorRegistryCenter center = new ZookeeperRegistryCenter(configuration);
        center.init();
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setUrl(arguments[2]);
        database.setUser("postgres");
        Worker worker = new Worker(new TracingConfiguration<>("RDB", database));
        worker.schedule(center);
        System.out.println("ready");
        worker.obey();
        Runtime.getRuntime().halt(0);
    }

    private void schedule(CoordinatorRegistryCenter center) {
        SimpleJob held = context -> mayEnd.acquire();
        SimpleJob quick = context -> {};
        SimpleJob broken = context -> {
            throw new IllegalStateException("The file of partner " + context.getShardingItem() + " has no header");
        };
        schedule(center, held, configuration("orders", 2, NEVER).failover(true).description("Sends what was ordered"));
        schedule(
                center,
                quick,
                configuration("invoices", 3, "0 0/5 * * * ?")
                        .description("Writes invoices")
                        .label("finance"));
        schedule(center, quick, configuration("reports", 1, "0 0/15 * * * ?").timeZone("Asia/Shanghai"));
        schedule(
                center,
                broken,
                configuration("imports", 2, NEVER)
                        .description("Takes in partners' files")
                        .label("partners"));
        schedule(center, quick, configuration("edited", 1, NEVER));
    }

    private void schedule(CoordinatorRegistryCenter center, SimpleJob job, JobConfiguration.Builder configuration) {
        new ScheduleJobBootstrap(
                        center,
                        job,
                        configuration.addExtraConfigurations(history).build())
                .schedule();
    }

    private static JobConfiguration.Builder configuration(String name, int items, String cron) {
        return JobConfiguration.newBuilder(name, items).cron(cron);
    }

    private void obey() throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            mayEnd.release(Integer.parseInt(line));
        }
    }
}
