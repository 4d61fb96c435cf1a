package dev.elasticjob.examples.boot;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.stereotype.Component;

/** Prints suggestions once the application is ready. */
@Component
class WhatToTry implements ApplicationListener<ApplicationReadyEvent> {

    private static final Logger LOG = LoggerFactory.getLogger(WhatToTry.class);

    @Override
    public void onApplicationEvent(ApplicationReadyEvent ready) {
        String port = ready.getApplicationContext().getEnvironment().getProperty("local.server.port", "8080");
        LOG.info("""
                The jobs of application.yml run from here on. In another window:

                  curl localhost:{}/actuator/elasticjob                  the jobs, their items, the next instant
                  curl -X POST localhost:{}/clean-up                     runs a job that has no cron
                  curl localhost:{}/actuator/metrics/elasticjob.runs     how many runs there were
                  curl localhost:{}/actuator/health/elasticjob           whether the registry answers

                Ctrl-C ends it: runs that are under way end first.
                """, port, port, port, port);
    }
}
