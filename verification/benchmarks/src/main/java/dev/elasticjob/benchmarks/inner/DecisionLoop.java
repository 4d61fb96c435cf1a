package dev.elasticjob.benchmarks.inner;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.engine.JobEngine;
import dev.elasticjob.engine.context.EngineSettings;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Measures one reconciliation of a job whose instance is the leader and owns all items. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class DecisionLoop {

    @Param({"1", "100", "1000"})
    private int items;

    private MemoryWorld world;
    private JobEngine machine;

    @Setup
    public void join() {
        world = new MemoryWorld();
        JobConfiguration configuration =
                JobConfiguration.newBuilder("job", items).cron("0/5 * * * * ?").build();
        machine = new JobEngine(configuration, "job", new PlainConfigText(), EngineSettings.DEFAULT, world);
        world.attach(machine);
        world.settle();
        fire();
    }

    @TearDown
    public void end() {
        world.close();
    }

    /** Nothing to do: the cost of a hint or a timer. */
    @Benchmark
    public void lookAtRest() {
        machine.reconcile();
        world.settle();
    }

    /** One complete fire: read, start, run an empty job and finish, on an in-memory registry. */
    @Benchmark
    public void fire() {
        int before = world.runs();
        world.advanceSeconds(5);
        machine.reconcile();
        world.settle();
        if (world.runs() < before + items) {
            throw new IllegalStateException((world.runs() - before) + " of " + items + " items ran");
        }
    }
}
