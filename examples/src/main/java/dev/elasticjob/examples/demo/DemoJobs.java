package dev.elasticjob.examples.demo;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.cron.CronExpression;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The jobs that every worker takes part in. */
final class DemoJobs {

    static final List<DemoJob> ALL = List.of(
            new DemoJob(
                    JobConfiguration.newBuilder("regions", 6)
                            .cron("0/5 * * * * ?")
                            .shardingItemParameters("0=Cairo,1=Delhi,2=Lima,3=Oslo,4=Quito,5=Tokyo")
                            .description("Counts the visitors of six regions")
                            .build(),
                    Regions::new),
            new DemoJob(
                    JobConfiguration.newBuilder("orders", 3)
                            .cron("0/10 * * * * ?")
                            .shardingItemParameters("0=north,1=east,2=south")
                            .failover(true)
                            .description("Ships the orders of three warehouses; takes six seconds")
                            .build(),
                    Orders::new),
            new DemoJob(
                    JobConfiguration.newBuilder("payments", 2)
                            .cron("0/8 * * * * ?")
                            .shardingItemParameters("0=cards,1=transfers")
                            .jobErrorHandlerType("PRINT")
                            .setProperty("print.prefix", WorkerLine.Kind.EVENT.begin() + "error handler: ")
                            .description("Fails now and then")
                            .build(),
                    Payments::new),
            new DemoJob(
                    JobConfiguration.newBuilder("nightly", 1)
                            .cron("0 30 2 * * ?")
                            .description("Closes the books at night, or when it is triggered")
                            .build(),
                    Nightly::new));

    private DemoJobs() {}

    /** @param code makes the job for a worker, which prints its lines with the given printer */
    record DemoJob(JobConfiguration configuration, Function<Printer, SimpleJob> code) {

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

    static Optional<DemoJob> named(String name) {
        return ALL.stream().filter(job -> job.name().equals(name)).findFirst();
    }
}
