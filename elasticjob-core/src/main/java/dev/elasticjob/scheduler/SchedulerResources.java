package dev.elasticjob.scheduler;

import dev.elasticjob.engine.context.EngineSettings;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import java.util.concurrent.Executor;

/**
 * What the jobs of a scheduler share.
 *
 * @param address the address of this process
 * @param deciding runs the engine
 * @param working runs items, listeners and strategies
 */
record SchedulerResources(
        EngineSettings settings,
        Environment environment,
        String address,
        ReliableTimer timer,
        Executor deciding,
        Executor working,
        SessionPool sessions,
        Strategies strategies,
        Histories histories) {

    static SchedulerResources create(
            CoordinatorRegistryCenter center,
            EngineSettings settings,
            Environment environment,
            String address,
            Guard guard) {
        ReliableTimer timer = new ReliableTimer(environment.timer(), guard);
        Executor deciding =
                new ReliableExecutor(environment.deciding(), timer, guard, OutgoingCall.COORDINATION_THREAD);
        Executor working = new ReliableExecutor(environment.working(), timer, guard, OutgoingCall.WORKER_THREAD);
        return new SchedulerResources(
                settings,
                environment,
                address,
                timer,
                deciding,
                working,
                new SessionPool(center, timer, guard, environment),
                new Strategies(timer, working),
                new Histories(working, guard));
    }
}
