package dev.elasticjob.scheduler;

import dev.elasticjob.sharding.AverageAllocationJobShardingStrategy;
import dev.elasticjob.spi.Extensions;
import dev.elasticjob.spi.JobInstance;
import dev.elasticjob.spi.JobShardingStrategy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;

/** The sharding strategies that the jobs of a scheduler use. Each is created once, because finding one is slow. */
final class Strategies {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Map<String, JobShardingStrategy> known = new ConcurrentHashMap<>();
    private final ReliableTimer timer;
    private final Executor working;

    /**
     * @param timer ends calls that take too long
     * @param working runs strategies of applications
     */
    Strategies(ReliableTimer timer, Executor working) {
        this.timer = timer;
        this.working = working;
    }

    /** Arguments of a strategy. */
    record Question(List<JobInstance> instances, String jobName, int total) {}

    /** Receives the result of a strategy. */
    interface Receiver {

        /**
         * @param assignment empty if there is no result
         * @param problem why there is none
         */
        void receive(Optional<Map<JobInstance, List<Integer>>> assignment, String problem);
    }

    /**
     * Calls a strategy. The result of a built-in one that was used before is received before this method returns; all others
     * run on another thread, within a limit.
     *
     * @param mailbox where later results are received
     */
    void assign(String type, Question question, Guard guard, Receiver receiver, Mailbox mailbox) {
        if (isQuick(type)) {
            Map<JobInstance, List<Integer>> assignment =
                    guard.get(OutgoingCall.SHARDING_STRATEGY, () -> call(type, question), null);
            receiver.receive(Optional.ofNullable(assignment), "it threw an exception, which is in the log");
            return;
        }
        Question unchanging = new Question(List.copyOf(question.instances), question.jobName, question.total);
        CompletableFuture<Map<JobInstance, List<Integer>>> called =
                CompletableFuture.supplyAsync(() -> call(type, unchanging), working);
        ReliableTimer.Timeout limit = timer.schedule(
                () -> called.completeExceptionally(
                        new TimeoutException("no result within " + LIMIT.toSeconds() + " s")),
                LIMIT);
        called.whenComplete((assignment, thrown) -> {
            limit.cancel();
            String problem = thrown == null ? "it returned null" : String.valueOf(thrown);
            mailbox.post(() -> receiver.receive(Optional.ofNullable(assignment), problem));
        });
    }

    private Map<JobInstance, List<Integer>> call(String type, Question question) {
        return get(type).sharding(question.instances, question.jobName, question.total);
    }

    private JobShardingStrategy get(String type) {
        return known.computeIfAbsent(
                type,
                each -> Extensions.find(JobShardingStrategy.class, each)
                        .orElseThrow(() -> new IllegalArgumentException("no strategy of this type exists")));
    }

    private boolean isQuick(String type) {
        JobShardingStrategy strategy = known.get(type);
        return strategy != null
                && strategy.getClass().getPackage() == AverageAllocationJobShardingStrategy.class.getPackage();
    }
}
