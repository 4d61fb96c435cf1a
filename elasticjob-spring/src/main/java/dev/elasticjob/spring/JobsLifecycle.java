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
 * Starts the jobs of a context after all other beans, and stops them first. They leave immediately, so that other instances take over
 * their items, and running items may end while data sources and the web server are still available.
 */
public final class JobsLifecycle implements SmartLifecycle, BeanFactoryAware {

    private static final Logger LOG = LoggerFactory.getLogger(JobsLifecycle.class);

    /** Longer than the engine waits for running items to end and then to react to an interrupt. */
    private static final Duration LONGEST_LEAVING = Duration.ofSeconds(60);

    private ListableBeanFactory beans;
    private final List<JobFactoryBean<?>> started = new ArrayList<>();
    private boolean running;

    // Not a constructor argument, because nothing is injected into constructors in plain XML.
    @Override
    public void setBeanFactory(BeanFactory beanFactory) {
        beans = (ListableBeanFactory) beanFactory;
    }

    @Override
    public synchronized void start() {
        running = true;
        // Created even if beans are lazy: jobs must run, and errors in their definitions must be reported.
        jobs();
        if (beans.getBeanProvider(JobStart.class).stream().allMatch(JobStart::mayStart)) {
            startJobs();
        }
    }

    /** Starts all jobs that are not started yet. Has no effect if the context is not running. */
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

    /** Returns the phase in which jobs start last and stop first. */
    @Override
    public int getPhase() {
        return SmartLifecycle.DEFAULT_PHASE;
    }
}
