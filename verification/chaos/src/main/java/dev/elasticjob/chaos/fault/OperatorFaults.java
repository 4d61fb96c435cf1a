package dev.elasticjob.chaos.fault;

import dev.elasticjob.chaos.cluster.Cluster;
import dev.elasticjob.chaos.cluster.Slot;
import dev.elasticjob.chaos.record.Event.Kind;
import dev.elasticjob.lifecycle.api.JobConfigurationAPI;
import dev.elasticjob.lifecycle.api.OperationException;
import dev.elasticjob.lifecycle.domain.JobConfigurationPOJO;
import dev.elasticjob.registry.RegistryException;
import dev.elasticjob.witness.TriedJob;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/** Operator actions, in random order. */
final class OperatorFaults {

    private static final String JOB = TriedJob.FAST.name();

    private OperatorFaults() {}

    static void operate(Injected injected) {
        List<Consumer<Injected>> deeds = new ArrayList<>(List.of(
                OperatorFaults::trigger,
                OperatorFaults::disableItem,
                OperatorFaults::editTotal,
                injected.victim().address().isPresent() ? OperatorFaults::disableServer : OperatorFaults::trigger));
        Collections.shuffle(deeds, injected.random());
        if (injected.victim().address().isPresent()) {
            deeds.add(3, OperatorFaults::shutDown);
        }
        deeds.subList(0, Math.min(4, deeds.size())).forEach(deed -> {
            try {
                deed.accept(injected);
            } catch (OperationException | RegistryException refused) {
                injected.cluster().chronicle().add(Kind.REFUSED, refused.getMessage());
            }
            injected.pause(500, 2500);
        });
    }

    private static void trigger(Injected injected) {
        Cluster cluster = injected.cluster();
        cluster.operations().jobOperate().trigger(JOB);
        cluster.chronicle().add(Kind.TRIGGER, JOB);
        injected.pause(3000, 4000);
    }

    private static void disableItem(Injected injected) {
        Cluster cluster = injected.cluster();
        int item = injected.between(0, TriedJob.FAST.items() - 1);
        cluster.chronicle().add(Kind.ITEM_DISABLED, JOB, item);
        cluster.operations().shardingOperate().disable(JOB, String.valueOf(item));
        injected.pause(1000, 6000);
        cluster.operations().shardingOperate().enable(JOB, String.valueOf(item));
        cluster.chronicle().add(Kind.ITEM_ENABLED, JOB, item);
    }

    private static void disableServer(Injected injected) {
        Cluster cluster = injected.cluster();
        Slot worker = injected.victim();
        String address = worker.address().orElseThrow();
        cluster.chronicle().add(Kind.SERVER_DISABLED, worker.pid());
        cluster.operations().jobOperate().disable(JOB, address);
        injected.pause(1000, 6000);
        cluster.operations().jobOperate().enable(JOB, address);
        cluster.chronicle().add(Kind.SERVER_ENABLED, worker.pid());
    }

    private static void editTotal(Injected injected) {
        setTotal(injected, injected.random().nextBoolean() ? 9 : 4);
        injected.pause(1000, 6000);
        setTotal(injected, TriedJob.FAST.items());
    }

    private static void setTotal(Injected injected, int total) {
        Cluster cluster = injected.cluster();
        JobConfigurationAPI configurations = cluster.operations().jobConfiguration();
        JobConfigurationPOJO configuration = configurations.getJobConfiguration(JOB);
        configuration.setShardingTotalCount(total);
        cluster.chronicle().add(Kind.TOTAL, JOB, total);
        configurations.updateJobConfiguration(configuration);
    }

    /** Shuts an instance down through the registry. The instance does not rejoin until its process is restarted. */
    private static void shutDown(Injected injected) {
        Cluster cluster = injected.cluster();
        Slot worker = injected.victim();
        cluster.chronicle().add(Kind.LEAVING, worker.pid());
        cluster.operations().jobOperate().shutdown(JOB, worker.address().orElseThrow());
        injected.pause(2000, 5000);
        worker.terminate();
        worker.awaitGone();
        worker.start();
        worker.awaitReady();
    }
}
