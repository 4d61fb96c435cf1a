package dev.elasticjob.test.job;

import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.registry.memory.InMemoryRegistry;
import dev.elasticjob.scheduler.OneOffResult;
import dev.elasticjob.scheduler.OneOffResult.Outcome;
import dev.elasticjob.tracing.JobEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Instances of an application in this JVM, with the real engine, on an in-memory registry. A test starts each run and
 * receives its outcome. In JUnit, declare it as a field with {@code @RegisterExtension}, which closes it after each
 * test; otherwise close it yourself.
 */
public final class JobCluster implements AfterEachCallback, AutoCloseable {

    private static final Duration DEFAULT_LIMIT = Duration.ofSeconds(30);
    private static final String ALONE = "alone";

    private final Map<String, TestInstance> instances = new LinkedHashMap<>();
    private InMemoryRegistry registry = new InMemoryRegistry();
    private Recording recording = new Recording();
    private Duration limit = DEFAULT_LIMIT;

    /** Sets how long any operation may take before the test fails. The default is 30 seconds. */
    public JobCluster within(Duration longest) {
        limit = Objects.requireNonNull(longest);
        return this;
    }

    /** Returns the instance of this name, which is created by the first call. */
    public TestInstance instance(String name) {
        return instances.computeIfAbsent(name, absent -> new TestInstance(absent, registry, recording));
    }

    /** Runs all items of a job once, on an instance that exists for such runs only. */
    public JobRun run(ElasticJob job, JobConfiguration configuration) {
        if (instance(ALONE).job(configuration.getJobName()).isEmpty()) {
            instance(ALONE).add(job, configuration);
        }
        return run(configuration.getJobName());
    }

    /**
     * Runs all items of a job once, on its members.
     *
     * @throws AssertionError if the run does not end within the limit
     */
    public JobRun run(String jobName) {
        awaitAssigned(jobName);
        return await(jobName, live(jobName).get(0).start(jobName));
    }

    /**
     * Waits for the end of a run that {@linkplain TestInstance#start an instance} has requested, and returns its
     * outcome.
     */
    public JobRun await(String jobName, CompletableFuture<OneOffResult> run) {
        try {
            OneOffResult result = run.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            long ended = result.items().values().stream()
                    .filter(each -> each == Outcome.DONE || each == Outcome.FAILED)
                    .count();
            await(
                    "the ends of " + ended + " items of '" + jobName + "'",
                    () -> recording.ends(result.runId()).size() >= ended);
            return JobRun.of(result, recording.ends(result.runId()));
        } catch (TimeoutException slow) {
            throw failure("the end of a run of '" + jobName + "'");
        } catch (ExecutionException failed) {
            throw new AssertionError("Job '" + jobName + "' could not be run: " + failed.getCause(), failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted while job '" + jobName + "' was running", interrupted);
        }
    }

    /** Waits until the items of a job are assigned to all of its live members. */
    public void awaitAssigned(String jobName) {
        List<TestInstance> members = live(jobName);
        if (members.isEmpty()) {
            throw new AssertionError("No live instance is a member of job '" + jobName + "'; instances are "
                    + instances.keySet() + ". Add the job to one of them first");
        }
        int total = members.get(0).job(jobName).orElseThrow().getShardingTotalCount();
        await("job '" + jobName + "' to be shared by " + members.size() + " instances", () -> {
            int owned = members.stream()
                    .mapToInt(each -> each.items(jobName).size())
                    .sum();
            return recording.members(jobName) == members.size() && owned == total;
        });
    }

    /** Returns the owner of an item after waiting until all items are assigned. */
    public TestInstance owner(String jobName, int item) {
        awaitAssigned(jobName);
        return live(jobName).stream()
                .filter(each -> each.items(jobName).contains(item))
                .findFirst()
                .orElseThrow(() -> new AssertionError("Item " + item + " of '" + jobName + "' has no owner"));
    }

    /** Returns all events so far, in order. */
    public List<JobEvent> events() {
        return recording.events();
    }

    private List<TestInstance> live(String jobName) {
        return instances.values().stream()
                .filter(each -> each.isLive() && each.job(jobName).isPresent())
                .toList();
    }

    private void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + limit.toNanos();
        synchronized (recording) {
            while (!condition.getAsBoolean()) {
                if (System.nanoTime() > end) {
                    throw failure(what);
                }
                try {
                    // Not every condition changes with an event, so it is also evaluated periodically.
                    recording.wait(20);
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                    throw new AssertionError("Interrupted while waiting for " + what, interrupted);
                }
            }
        }
    }

    private AssertionError failure(String what) {
        return new AssertionError("Not within " + limit.toMillis() + " ms: " + what + "; what happened: " + events());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        close();
    }

    /** Ends all instances. The cluster can be used again afterwards. */
    @Override
    public void close() {
        List<TestInstance> all = new ArrayList<>(instances.values());
        instances.clear();
        all.forEach(TestInstance::close);
        registry = new InMemoryRegistry();
        recording = new Recording();
    }
}
