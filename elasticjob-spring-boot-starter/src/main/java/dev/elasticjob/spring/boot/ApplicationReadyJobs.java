package dev.elasticjob.spring.boot;

import dev.elasticjob.spring.JobStart;
import dev.elasticjob.spring.JobsLifecycle;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextAware;
import org.springframework.context.ApplicationListener;

/** Starts jobs when the application is ready: after its runners, and not before it can serve requests. */
final class ApplicationReadyJobs
        implements JobStart, ApplicationListener<ApplicationReadyEvent>, ApplicationContextAware {

    private ApplicationContext context;
    private volatile boolean ready;

    @Override
    public void setApplicationContext(ApplicationContext applicationContext) {
        context = applicationContext;
    }

    @Override
    public boolean mayStart() {
        return ready;
    }

    @Override
    public void onApplicationEvent(ApplicationReadyEvent event) {
        if (event.getApplicationContext() == context) {
            ready = true;
            context.getBean(JobsLifecycle.class).startJobs();
        }
    }
}
