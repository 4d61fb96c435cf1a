package dev.elasticjob.chaos;

import dev.elasticjob.chaos.analysis.Analyser;
import dev.elasticjob.chaos.analysis.Report;
import dev.elasticjob.chaos.cluster.Cluster;
import dev.elasticjob.chaos.cluster.Engine;
import dev.elasticjob.chaos.cluster.Machine;
import dev.elasticjob.chaos.fault.Driver;
import dev.elasticjob.chaos.fault.Fault;
import dev.elasticjob.chaos.fault.Plan;
import dev.elasticjob.chaos.record.Chronicle;
import dev.elasticjob.chaos.record.History;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** A trial: runs one engine on one registry and injects faults. */
final class Trial {

    private final Engine engine;
    private final Machine machine;
    private final Path directory;
    private final Consumer<String> progress;

    Trial(Engine engine, Machine machine, Path directory, Consumer<String> progress) {
        this.engine = engine;
        this.machine = machine;
        this.directory = directory;
        this.progress = progress;
    }

    /** Injects faults for the given duration. */
    Report run(int servers, List<Fault> faults, long seed, Duration time) {
        return run(servers, faults, seed, driver -> driver.run(time));
    }

    /** Injects every fault once. */
    Report runOnce(int servers, List<Fault> faults, long seed) {
        return run(servers, faults, seed, Driver::runOnce);
    }

    private Report run(int servers, List<Fault> faults, long seed, Consumer<Driver> how) {
        try (Chronicle chronicle = new Chronicle(directory);
                Disks disks = new Disks(directory, servers, faults.contains(Fault.DISK));
                Cluster cluster =
                        new Cluster(chronicle, engine, machine, disks.directories(), faults.contains(Fault.CLOCK))) {
            Thread ending = new Thread(cluster::close, "ending");
            Runtime.getRuntime().addShutdownHook(ending);
            cluster.start();
            how.accept(new Driver(cluster, new Plan(faults, seed), progress));
            cluster.stop();
            Runtime.getRuntime().removeShutdownHook(ending);
        }
        return Analyser.analyse(History.read(directory));
    }
}
