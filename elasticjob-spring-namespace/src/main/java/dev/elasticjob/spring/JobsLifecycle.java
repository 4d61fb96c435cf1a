package dev.elasticjob.spring;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the jobs of a context when all else is up, and ends them before anything else goes: they leave at once, so that
 * others take their items, and what runs may end, while data sources and web server are still there.
 */
public final class JobsLifecycle implements SmartLifecycle, BeanFactoryAware {

    private static final Logger LOG = LoggerFactory.getLogger(JobsLifecycle.class);

    /** Beyond what the engine gives runs to end, and then to heed interruption. */
    private static final Duration LONGEST_LEAVING = Duration.ofSeconds(60);

    private ListableBeanFactory beans;
    private final List<JobFactoryBean<?>> started = new ArrayList<>();
    private boolean running;

    // Not by a constructor: in plain XML nothing is injected there.
    @Override
    public void setBeanFactory(BeanFactory beanFactory) {
        beans = (ListableBeanFactory) beanFactory;
    }

    @Override
    public synchronized void start() {
        running = true;
        // Made even where beans are lazy: a job is there to run, and what is wrong with it has to show.
        jobs();
        if (beans.getBeanProvider(JobStart.class).stream().allMatch(JobStart::mayStart)) {
            startJobs();
        }
    }

    /** Starts all jobs that are not started yet. Has no effect when the context is not running. */
    public synchronized void startJobs() {
        if (!running) {
            return;
        }
        for (JobFactoryBean<?> job : jobs()) {
            if (!started.contains(job)) {
                started.add(job);
                job.start();
            }
        }
    }

    private Collection<JobFactoryBean<?>> jobs() {
        List<JobFactoryBean<?>> jobs = new ArrayList<>();
        beans.getBeansOfType(JobFactoryBean.class).values().forEach(jobs::add);
        return jobs;
    }

    @Override
    public synchronized void stop() {
        running = false;
        Map<JobFactoryBean<?>, CompletableFuture<Void>> leaving = new LinkedHashMap<>();
        started.forEach(job -> leaving.put(job, job.leave()));
        started.clear();
        await(CompletableFuture.allOf(leaving.values().toArray(CompletableFuture[]::new)));
        leaving.forEach((job, left) -> {
            if (left.isDone()) {
                job.shutdown();
            } else {
                LOG.warn("Job '{}' has not left; going on without waiting for it", job.jobName());
            }
        });
    }

    private static void await(CompletableFuture<Void> all) {
        try {
            all.get(LONGEST_LEAVING.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException slow) {
            LOG.warn("Not every job has left within {} s", LONGEST_LEAVING.toSeconds());
        } catch (ExecutionException failed) {
            LOG.error("A job could not leave", failed.getCause());
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return running;
    }

    /** The last to start and the first to stop. */
    @Override
    public int getPhase() {
        return SmartLifecycle.DEFAULT_PHASE;
    }
}
