package dev.elasticjob.examples.demo;

import dev.elasticjob.api.DataflowJobProperties;
import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.api.HttpJobProperties;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ScriptJobProperties;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.cron.CronExpression;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;

/** The jobs of every worker. */
final class DemoJobs {

    private DemoJobs() {}

    static List<DemoJob> at(Place place) {
        return List.of(regions(), orders(), prices(place), payments(), backup(place), nightly());
    }

    private static DemoJob regions() {
        return new DemoJob(
                JobConfiguration.newBuilder("regions", 6)
                        .cron("0/5 * * * * ?")
                        .shardingItemParameters("0=Cairo,1=Delhi,2=Lima,3=Oslo,4=Quito,5=Tokyo")
                        .description("Counts the visitors of six regions")
                        .build(),
                code(tools -> new Regions(tools.printer())));
    }

    private static DemoJob orders() {
        return new DemoJob(
                JobConfiguration.newBuilder("orders", 3)
                        .cron("0/10 * * * * ?")
                        .shardingItemParameters("0=north,1=east,2=south")
                        .setProperty(DataflowJobProperties.STREAM_PROCESS_KEY, "true")
                        .failover(true)
                        .description("Ships the orders of three warehouses, a second each; a lost run is taken over")
                        .build(),
                code(tools -> new Orders(tools.printer(), new OrderTable(tools.database()))));
    }

    private static DemoJob prices(Place place) {
        return new DemoJob(
                JobConfiguration.newBuilder("prices", 2)
                        .cron("0/6 * * * * ?")
                        .shardingItemParameters("0=fruit,1=fish")
                        .setProperty(HttpJobProperties.URI_KEY, place.shop())
                        .setProperty(HttpJobProperties.METHOD_KEY, "POST")
                        .description("An HTTP request for each item")
                        .build(),
                type("HTTP"));
    }

    private static DemoJob payments() {
        return new DemoJob(
                JobConfiguration.newBuilder("payments", 2)
                        .cron("0/" + Payments.EVERY_SECONDS + " * * * * ?")
                        .shardingItemParameters("0=cards,1=transfers")
                        .jobErrorHandlerType("PRINT")
                        .setProperty("print.prefix", WorkerLine.Kind.EVENT.begin() + "error handler: ")
                        .description("Fails sometimes; an error handler is notified")
                        .build(),
                code(tools -> new Payments(tools.printer())));
    }

    private static DemoJob backup(Place place) {
        return new DemoJob(
                JobConfiguration.newBuilder("backup", 1)
                        .cron("0/15 * * * * ?")
                        .shardingItemParameters("0=catalogue")
                        .setProperty(ScriptJobProperties.SCRIPT_KEY, "sh '" + place.script() + "'")
                        .description("A shell script")
                        .build(),
                type("SCRIPT"));
    }

    private static DemoJob nightly() {
        return new DemoJob(
                JobConfiguration.newBuilder("nightly", 1)
                        .cron("0 30 2 * * ?")
                        .description("Closes the books at night, or when it is triggered")
                        .build(),
                code(tools -> new Nightly(tools.printer())));
    }

    /** Dependencies of the job code. */
    record Tools(Printer printer, DataSource database) {}

    /** Creates a job on a worker. */
    @FunctionalInterface
    interface Maker {
        ScheduleJobBootstrap make(CoordinatorRegistryCenter center, JobConfiguration configuration, Tools tools);
    }

    private static Maker code(Function<Tools, ElasticJob> code) {
        return (center, configuration, tools) -> new ScheduleJobBootstrap(center, code.apply(tools), configuration);
    }

    private static Maker type(String type) {
        return (center, configuration, tools) -> new ScheduleJobBootstrap(center, type, configuration);
    }

    /** A job and the function that creates it on a worker. */
    record DemoJob(JobConfiguration configuration, Maker maker) {

        String name() {
            return configuration.getJobName();
        }

        int items() {
            return configuration.getShardingTotalCount();
        }

        Optional<Instant> next(Instant now) {
            return CronExpression.parse(configuration.getCron()).next(now, ZoneId.systemDefault());
        }
    }
}
