package dev.elasticjob.scheduler;

import dev.elasticjob.api.AbstractDistributeOnceElasticJobListener;
import dev.elasticjob.api.ShardingContexts;
import dev.elasticjob.engine.requests.RunBarrier;

/** The distribute-once listener of simulated jobs: reports its calls to the simulation that it is called in. */
public final class SimOnceListener extends AbstractDistributeOnceElasticJobListener {

    static final String TYPE = "SIMULATED_ONCE";

    public SimOnceListener() {
        super(4_000, 4_000);
    }

    private static void called(RunBarrier.Side side, ShardingContexts contexts) {
        SimHost host = SimThreads.current().host();
        host.world().observer.calledOnce(host, side, contexts);
        host.mayThrow("listener");
    }

    @Override
    public void doBeforeJobExecutedAtLastStarted(ShardingContexts contexts) {
        called(RunBarrier.Side.STARTED, contexts);
    }

    @Override
    public void doAfterJobExecutedAtLastCompleted(ShardingContexts contexts) {
        called(RunBarrier.Side.COMPLETED, contexts);
    }

    @Override
    public String getType() {
        return TYPE;
    }
}
